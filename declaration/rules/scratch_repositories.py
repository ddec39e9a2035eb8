"""S3 data that FSx refuses to link, or links to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from declaration.cluster import ClusterDeclaration
from declaration.problems import Level, Problem, path_of
from declaration.rule import Facts, problem, rule
from declaration.scratch import FsxLustre
from declaration.storage import checkpoint_bucket_name

MAX_REPOSITORIES = 8
"""Data repository associations of a file system (FSx for Lustre quotas)."""

IMPORTS = ("storage", "scratch", "import_from")


@rule("scratch-repositories")
def scratch_repositories(cluster: ClusterDeclaration, facts: Facts) -> Iterator[Problem]:
    """At most eight S3 prefixes are linked, each once, to folders of which none lies within another; export needs one, never checkpoints.

    A file of scratch that is written back over a checkpoint replaces it, so buckets named as checkpoint stores of this account and region,
    the cluster's own or its base's, are read only.
    Source: FSx API, CreateDataRepositoryAssociation: no overlapping file system paths, a unique bucket or prefix, at most 8.
    """
    scratch = cluster.storage.scratch if cluster.storage is not None else None
    if not isinstance(scratch, FsxLustre):
        return
    links = scratch.import_from
    if scratch.export and not links:
        remedy = "write import_from: s3://bucket/prefix, to which changed files go back, or leave export out"
        yield problem("storage.scratch.export", True, "false without import_from", "export is {value}; it must be {limit}", remedy)
    if len(links) > MAX_REPOSITORIES:
        limit = f"at most {MAX_REPOSITORIES} prefixes a file system"
        yield problem(
            path_of(*IMPORTS), len(links), limit, "import_from lists {value}; the limit is {limit}", "link a common prefix instead"
        )
        return
    yield from _overlaps("path", [link.path for link in links])
    yield from _overlaps("s3", [link.s3.removeprefix("s3:/") for link in links])
    if scratch.export:
        yield from _over_checkpoints([link.s3 for link in links], checkpoint_bucket_name("", cluster.account, cluster.region))


def _over_checkpoints(places: Sequence[str], ending: str) -> Iterator[Problem]:
    """Report each place in a bucket whose name ends as those of checkpoint buckets do."""
    for index, place in enumerate(places):
        if place.removeprefix("s3://").partition("/")[0].endswith(ending):
            limit = f"a bucket of no checkpoints while export is on: none that ends in {ending}"
            says = "{value} would be written back over checkpoints; it must be {limit}"
            remedy = "leave export out to read the checkpoints, or link another bucket and copy what must last"
            yield problem(path_of(*IMPORTS, index, "s3"), place, limit, says, remedy)


def _overlaps(field: str, places: Sequence[str]) -> Iterator[Problem]:
    """Report each place that is another one, or lies within it; S3 prefixes within each other are only warned of."""
    for index, place in enumerate(places):
        for before, other in enumerate(places[:index]):
            if _within(place, other) or _within(other, place):
                same = place.strip("/") == other.strip("/")
                level = Level.ERROR if same or field == "path" else Level.WARNING
                yield problem(
                    path_of(*IMPORTS, index, field),
                    place if field == "path" else f"s3:/{place}",
                    "apart from all others",
                    "{value} overlaps with import_from[{before}]; each {field} must be {limit}",
                    "write folders side by side, such as /tokens and /images" if field == "path" else "link each prefix once",
                    level=level,
                    before=before,
                    field=field,
                )


def _within(inner: str, outer: str) -> bool:
    """Whether a path is another one or lies below it."""
    return f"/{inner.strip('/')}/".replace("//", "/").startswith(f"/{outer.strip('/')}/".replace("//", "/"))
