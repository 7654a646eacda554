"""Cycles in a graph: what needs each other, and what comes after what."""

from __future__ import annotations

from collections.abc import Sequence


def components(graph: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components, each after all it points to (Tarjan 1972, without recursion)."""
    order = [0] * len(graph)  # 0: not seen; otherwise the time of discovery
    low = [0] * len(graph)
    on_stack = [False] * len(graph)
    stack: list[int] = []
    found: list[list[int]] = []
    time = 0
    for root in range(len(graph)):
        if order[root]:
            continue
        work = [(root, iter(graph[root]))]
        time += 1
        order[root] = low[root] = time
        stack.append(root)
        on_stack[root] = True
        while work:
            node, targets = work[-1]
            for target in targets:
                if not order[target]:
                    time += 1
                    order[target] = low[target] = time
                    stack.append(target)
                    on_stack[target] = True
                    work.append((target, iter(graph[target])))
                    break
                if on_stack[target]:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    component: list[int] = []
                    while not component or component[-1] != node:
                        component.append(stack.pop())
                        on_stack[component[-1]] = False
                    found.append(sorted(component))
    return found
