"""Turn failures of the database into refusals."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import structlog

from bot.model.reasons.database import MaybeSaved, NotRead, NotSaved
from bot.model.refusals import Unavailable
from bot.store.errors import MaybeCommittedError, StoreError, UnreachableError

_log = structlog.stdlib.get_logger(__name__)


@contextmanager
def available(refusal: type[Unavailable] = NotSaved) -> Iterator[None]:
    """If the database fails within this context, log that and raise a refusal: `MaybeSaved` if a commit may have
    succeeded, else `refusal`.
    """
    try:
        yield
    except MaybeCommittedError as error:
        _log.warning("the database was lost during a commit; its outcome is read later", cause=str(error))
        raise MaybeSaved from error
    except UnreachableError as error:  # the store logs outages, once a minute
        raise refusal from error
    except StoreError as error:
        _log.error("the database failed", cause=str(error))
        raise refusal from error


def readable() -> AbstractContextManager[None]:
    """If a read fails within this context, log that and raise `NotRead`.

    Unlike `NotSaved`, this refusal does not say that nothing was changed: an earlier step of the same request may have
    been saved.
    """
    return available(NotRead)
