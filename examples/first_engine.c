/* A program that plays the first legal move of any game, by the text protocol of Ludens (docs/protocol.md).
 *
 * cc -o first_engine examples/first_engine.c
 * ludens match connect_four program:./first_engine uct --seconds 1
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *line = NULL, *move = NULL; /* rules come in one line, which may be long: getline makes room */
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (!strncmp(line, "ludens ", 7)) {
            puts("id first engine\ncan hidden\nready");
        } else if (!strcmp(line, "begin")) {
            puts("ready");
        } else if (!strncmp(line, "legal ", 6) && move == NULL) {
            move = strdup(line + 6);
        } else if (!strncmp(line, "go", 2)) {
            printf("move %s\n", move);
            free(move);
            move = NULL;
        } else if (!strcmp(line, "quit")) {
            break;
        }
        fflush(stdout); /* the other side waits for what is still in a buffer */
    }
    return 0;
}
