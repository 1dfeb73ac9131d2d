# The bot as an image: it runs as a user without rights, on a root file system that can be read-only.
# Everything that it writes is in two volumes, /data and /backups. compose.yaml shows how to start it.

FROM python:3.13-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
COPY locks/run.lock locks/postgres.lock locks/
# What is installed: run, or postgres for a database on a server.
ARG LOCK=run
RUN python -m venv /app && /app/bin/python -m pip install --quiet --require-hashes -r "locks/$LOCK.lock"
COPY pyproject.toml README.md ./
COPY bot bot
COPY cogs cogs
COPY render render
COPY rules rules
COPY sandbox sandbox
COPY seeds seeds
# The packages that build the project are not needed once it is installed.
RUN /app/bin/python -m pip install --quiet --no-deps --no-build-isolation . \
    && /app/bin/python -m pip uninstall --quiet --yes hatchling editables pathspec pluggy tomlkit trove-classifiers pip

FROM python:3.13-slim
# Names in Chinese, Japanese and Korean, and emojis: no package of Python has these fonts.
RUN apt-get update && apt-get install --yes --no-install-recommends fonts-noto-cjk fonts-symbola \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 hidden-hand \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data hidden-hand \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data /backups
COPY --from=build /app /app
# SQLite needs a place for a second copy of the database while it compacts it.
ENV PATH=/app/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SQLITE_TMPDIR=/data \
    DATABASE=/data/hidden-hand.sqlite3 \
    BACKUP_FOLDER=/backups \
    FONT_FOLDER=/usr/share/fonts \
    HEALTH=127.0.0.1:8080
USER 10001:10001
WORKDIR /data
VOLUME ["/data", "/backups"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f\"http://{os.environ['HEALTH']}/healthz\", timeout=8)"]
ENTRYPOINT ["hidden-hand"]
CMD ["run"]
