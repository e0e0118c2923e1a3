#!/bin/sh
# Run the whole extension, kernels and bindings, under AddressSanitizer and
# UndefinedBehaviorSanitizer: in the tests that compare the kernels with their twins.
#
#     sh tests/core/sanitize_twins.sh [OPTION OF PYTEST]...     [PYTHON=.venv/bin/python]
#
# The short form has no options; the long one is `-m "" -k "" -n auto`. NATIVE names an extension that
# `python -m tests.fuzz` built with clang: kernels are fuzzed there, so one case of each test runs here.
# Otherwise gcc builds one, and 70 percent of the lines of every C file have to run. Needs an environment
# with the requirements of the tests.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-$PWD/.venv/bin/python}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r sudokutools tests pyproject.toml "$folder"
cd "$folder"
rm -f sudokutools/_native*.so

if [ -n "${NATIVE:-}" ]; then
    cp "$NATIVE" sudokutools/
    preload=$(clang -print-file-name=libclang_rt.asan-x86_64.so)
else
    include=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    flags="-g1 -O1 -fPIC --coverage -fsanitize=address,undefined -fno-sanitize-recover=all"
    # shellcheck disable=SC2086
    find sudokutools/_core -name '*.c' | xargs -P 2 -I {} \
        gcc -std=c11 $flags -Isudokutools/_core -I"$include" -c {} -o {}.o
    # shellcheck disable=SC2046,SC2086
    gcc -shared $flags -o sudokutools/_native.abi3.so $(find sudokutools/_core -name '*.o')
    preload="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
fi

# Every Python object has its own block of memory, so that reads beyond it are found. Python leaves
# memory allocated at exit, which does not count as a leak.
export PYTHONPATH="$folder" PYTHONMALLOC=malloc
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
LD_PRELOAD=$preload "$python" -c 'from sudokutools._support import core; assert core.native()'

# Every kernel compared with its twin, some cases of each. Reports of sanitizers come from C and are
# not captured.
short="the_cores or c_twin or general_searches or known_numbers or test_blocks_of or test_lines"
short="$short or counts_and or engine_finds or in_one_block or in_python or [kernel"
short="$short or kernel_plays or minimality or test_streams or test_rate and not steps_are"
short="$short or no_model or a_walk_finds or find_the_solutions or known_solution or is_left or same_map"
short="$short or objects_are or kernel_draws or every_core and not [scalar and not [sse"
short="($short) and not rules1 and not rules2 and not nested_chains and not infinite_decks"
# What runs no C, and what takes longest while its other cases run the same C.
short="$short and not [python and not [row1 and not [scalar-options1 and not [sse-options1"
tests="tests/core tests/blackjack tests/blocks tests/canonical tests/solving/test_cdcl.py
    tests/solving/test_variant.py tests/constraints/test_engines_of_primitives.py
    tests/constraints/test_connectivity.py tests/masking/test_dig.py
    tests/solving/test_variants.py::test_kernel_refuses_what_is_no_model
    tests/generating/test_variants.py tests/generating/test_mix.py
    tests/generating/test_ranking.py tests/generating/test_uniform.py tests/support/test_streams.py"
step=150
if [ -n "${NATIVE:-}" ] && [ $# = 0 ]; then
    # shellcheck disable=SC2086
    LD_PRELOAD=$preload "$python" -m pytest -q -n 0 --collect-only -k "$short" $tests |
        awk -F '[' '/::/ && !seen[$1]++' > cases
    tests=@cases step=1000
fi
# shellcheck disable=SC2086
LD_PRELOAD=$preload "$python" -m pytest -q -n 0 --capture=sys -k "$short" $tests "$@"

# Allocations fail, one after the other.
gcc -O1 -shared -fPIC -o nth_malloc.so tests/faults/nth_malloc.c -ldl
ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD="$folder/nth_malloc.so $preload" \
    "$python" -m tests.faults.nth_malloc $step

LD_PRELOAD=$preload "$python" -m tests.faults.nomemory 1000 module

[ -z "${NATIVE:-}" ] || exit 0
cores=$(LD_PRELOAD=$preload "$python" -c 'from sudokutools._support import core; print(*core.variants())')
# Lines of headers count as lines of the file that includes them.
find sudokutools/_core -name '*.gcno' | while read -r file; do
    gcov -n "$file" 2> /dev/null | awk -v file="${file%.c.gcno}" -v cores=" $cores " '
        /^File/ { is_ours = /_core/ }
        /^Lines executed/ && is_ours {
            split($2, part, /[:%]/)
            lines += $4
            run += $4 * part[2]
            is_ours = 0
        }
        END {
            core = file
            sub(".*/", "", core)
            is_here = core !~ /^(avx2|avx512|neon|sse)$/ || index(cores, " " core " ")
            if (lines && is_here && run < 70 * lines) {
                printf "%s.c: only %d %% of %d lines were run\n", file, run / lines, lines
                exit 1
            }
        }'
done
