#!/usr/bin/env bash
# The steps are in the repository, where they are tested.
set -euo pipefail
exec .clusterfuzzlite/build.sh
