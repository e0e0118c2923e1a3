/* The canonical form of 9x9 grids by trying all 3,359,232 maps: the oracle of tests/canonical.
 *
 * Reads lines of 81 characters, writes the smallest equivalent line and the number of geometric maps
 * that reach it. It knows no method: only a map that is already behind is given up early. */
#include <stdio.h>
#include <string.h>

static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
static int lines[1296][9]; /* every order of rows that keeps bands together */

int main(void)
{
    char text[256], best[82];
    for (int i = 0; i < 1296; i++)
        for (int j = 0; j < 9; j++) {
            const int inner[3] = {i / 6 % 6, i / 36 % 6, i / 216};
            const int band = orders[i % 6][j / 3];
            lines[i][j] = 3 * band + orders[inner[band]][j % 3];
        }
    while (fgets(text, sizeof text, stdin)) {
        long reached = 0;
        memset(best, '~', 81);
        best[81] = 0;
        for (int map = 0; map < 2 * 1296 * 1296; map++) {
            const int *rows = lines[map / 2 % 1296], *columns = lines[map / 2592];
            char label[128] = {0}, next = '1';
            int cell = 0, less = 0;
            for (; cell < 81; cell++) {
                const int row = rows[cell / 9], column = columns[cell % 9];
                char sign = map & 1 ? text[9 * column + row] : text[9 * row + column];
                if (sign != '.') {
                    if (!label[(int)sign])
                        label[(int)sign] = next++;
                    sign = label[(int)sign];
                }
                if (!less && sign > best[cell])
                    break;
                if (!less && sign < best[cell]) {
                    less = 1;
                    reached = 0;
                }
                best[cell] = sign;
            }
            reached += cell == 81;
        }
        printf("%s %ld\n", best, reached);
    }
    return 0;
}
