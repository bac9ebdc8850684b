/** Finds the strongly connected components with more than one file, and files that import themselves (Tarjan). */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const own = index.size;
    index.set(path, own);
    stack.push(path);
    let low = own;
    for (const to of graph.get(path) ?? []) {
      if (!index.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, lowest.get(to) ?? index.get(to) ?? low);
    }
    lowest.set(path, low);
    if (low < own) return low;
    const component = stack.splice(stack.indexOf(path));
    if (component.length > 1 || graph.get(path)?.includes(path) === true) circles.push(component.sort());
    return low;
  };
  for (const path of graph.keys()) if (!index.has(path)) visit(path);
  return circles;
}
