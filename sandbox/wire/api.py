"""The REST interface: it records, checks and answers each request, with a test's faults ("API Reference")."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from aiohttp import web

from sandbox.wire import component_rules, emoji_routes, interaction_routes, message_routes, place_routes
from sandbox.wire.bodies import read_body
from sandbox.wire.conditions import Conditions
from sandbox.wire.errors import ApiError, BlockedError, FormError, Problem, RateLimitedError
from sandbox.wire.faults import Dropped, Faults
from sandbox.wire.forms import Uploads
from sandbox.wire.journal import Journal, Request, Violation, brief, file_of
from sandbox.wire.limits import INVALID, ExhaustedError, InvalidRequests, Limits
from sandbox.wire.options import Options
from sandbox.wire.routes import ROUTES, Answer, Call, Route, find_route
from sandbox.wire.schema import Description, description
from sandbox.wire.world import World

PREFIX: Final = "/api/v10"
SERVED: Final = (message_routes, interaction_routes, place_routes, emoji_routes, component_rules)
"""The modules that fill the tables of routes and rules when they are imported."""


class Api:
    """The REST interface under `/api/v10`."""

    def __init__(self, world: World, options: Options, violations: list[Violation]) -> None:
        self.requests = Journal()
        self.faults = Faults()
        self.conditions = Conditions(world)
        self.invalid = InvalidRequests(world.clock, options.invalid_requests)
        self.violations = violations
        self.address = ""
        self._world = world
        self._options = options
        self._limits = Limits(world.clock, options)
        self._published: Description | None = description(options.openapi) if options.openapi is not None else None

    async def serve(self, received: web.Request) -> web.StreamResponse:
        """Answer one request, or cut the connection if a fault says so."""
        request, served_route = self._record(received)
        headers: Mapping[str, str] = {}
        try:
            request.body, uploads = await read_body(received)
            request.files = tuple(file_of(uploads[number]) for number in sorted(uploads))
            fault = self.faults.strike(request)
            await fault.before(request)
            self.conditions.check(request)
            headers = self._limits.spend(request)
            status, body = self._act(request, served_route, uploads, received.headers.get("Authorization"))
            await fault.after(request)
        except Dropped:
            if received.transport is not None:
                received.transport.abort()
            return web.Response(status=499)
        except asyncio.CancelledError:
            request.gone = True
            self._world.changed.fire()
            raise
        except ApiError as error:
            status, body = error.status, error.page if isinstance(error, BlockedError) else error.body()
            headers = {**headers, **self._explain(request, error)}
            self._count(error)
        request.status, request.answer = status, body
        if served_route is not None and not isinstance(body, str):
            self._check_answer(request)
        self._world.changed.fire()
        return _response(status, body, headers)

    def _count(self, error: ApiError) -> None:
        """Count an invalid request, and ban the address if there were too many."""
        is_shared = isinstance(error, RateLimitedError) and error.shared
        if error.status in INVALID and not is_shared and not isinstance(error, BlockedError) and self.invalid.add():
            self.conditions.begin("address limited", seconds=self._options.ban)

    def _record(self, received: web.Request) -> tuple[Request, Route | None]:
        path = received.path.removeprefix(PREFIX)
        match = find_route(received.method, path) if received.path.startswith(PREFIX) else None
        template, ids = (match[0].template, match[1]) if match is not None else ("", {})
        number, now = len(self.requests) + 1, self._world.clock.now()
        request = Request(number, received.method, template, received.path, ids, dict(received.query), now)
        self.requests.add(request)
        return request, match[0] if match is not None else None

    def _act(self, request: Request, served_route: Route | None, uploads: Uploads, authorization: str | None) -> Answer:
        if served_route is None:
            raise ApiError(0)
        if served_route.authorized and authorization != f"Bot {self._world.bot_token}":
            raise ApiError(40001, "401: Unauthorized")
        unknown = request.query.keys() - served_route.query
        if unknown:
            raise FormError([Problem((name,), "There is no such query parameter.", "query") for name in unknown])
        if request.method in {"GET", "DELETE"} and request.body is not None:
            raise FormError([Problem((), "This method takes no body.", "body")])
        call = Call(self._world, self._options, request, uploads, self.address, self._published_problems(request))
        try:
            answer = served_route.handler(call)
        except ApiError:
            raise
        except Exception as error:
            self.violations.append(Violation(f"{request} broke the stand-in: {error!r}"))
            raise ApiError(0, "500: Internal Server Error", status=500) from error
        request.acted = True
        return answer

    def _published_problems(self, request: Request) -> list[Problem]:
        if self._published is None or not self._published.knows(request.method, request.route):
            return []
        return self._published.request(request.method, request.route, request.body)

    def _explain(self, request: Request, error: ApiError) -> Mapping[str, str]:
        """Return the headers of a refusal. Record a violation if a well-made bot would never get it."""
        if isinstance(error, RateLimitedError):
            scope = {"X-RateLimit-Global": "true"} if error.everywhere else {}
            route_headers = error.headers if isinstance(error, ExhaustedError) else {}
            scope["X-RateLimit-Scope"] = "global" if error.everywhere else "shared" if error.shared else "user"
            # discord.py takes a 429 without Via as a ban by Cloudflare.
            return {"Retry-After": str(int(error.retry_after) + 1), "Via": "1.1 wire", **scope, **route_headers}
        problems = tuple(map(str, error.problems)) if isinstance(error, FormError) else ()
        careless = error.code in {50035, 50006, 50109} or (error.code == 0 and error.status in {400, 404})
        careless |= error.code == 40005 and isinstance(error, FormError)  # else the file was within the promised size
        if careless and not request.fault:
            self.violations.append(Violation(f"{request}: {error.message} {brief(request.body)}", problems))
        return {}

    def _check_answer(self, request: Request) -> None:
        """Record a violation if an answer of this package breaks the published description."""
        published, status = self._published, request.status
        if published is None or status is None or not published.knows(request.method, request.route):
            return
        if status >= 500:
            return
        problems = published.answer(request.method, request.route, status, request.answer)
        if problems:
            self.violations.append(Violation(f"the answer to {request} is wrong", tuple(map(str, problems))))

    def check_object(self, schema: str, value: Any) -> None:
        """Record a violation if an object from the gateway breaks Discord's published description."""
        problems = self._published.object(schema, value) if self._published is not None else []
        if problems:
            self.violations.append(Violation(f"a {schema} is wrong", tuple(map(str, problems))))


def _response(status: int, body: Any, headers: Mapping[str, str]) -> web.Response:
    if body is None:
        return web.Response(status=status, headers=headers)
    if isinstance(body, str):
        return web.Response(status=status, text=body, headers=headers)
    # Exactly this content type: discord.py does not read error codes if it has a charset.
    data = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(status=status, body=data, headers={**headers, "Content-Type": "application/json"})


def served() -> Sequence[Route]:
    """Return all routes. Importing this module has filled their table."""
    return ROUTES
