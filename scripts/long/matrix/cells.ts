/** One combination of package manager, Node, TypeScript and vitest. */
export type Cell = {
  /** As the registry names it, such as `pnpm@12`. */
  readonly manager: string;
  /** `20.19`, or `current` for the Node.js that runs the matrix. */
  readonly node: string;
  /** The version installed in the same project, or `none`. */
  readonly typescript: string;
  /** Cells with vitest run a test that uses `commerce-contract/testing/vitest`. */
  readonly vitest?: string;
};

const MANAGERS = [
  ...["npm@10", "npm@11", "npm@12", "pnpm@9", "pnpm@10", "pnpm@12", "yarn@1", "yarn@4", "bun@1"],
] as const;
const NODES = ["20.19", "22", "24", "26"] as const;
const TYPESCRIPTS = ["none", "5.9", "6", "7"] as const;

/** Versions of Node.js that a tool does not support. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = { "npm@12": ["20.19"], "vitest@5": ["20.19"] };
const isUnsupported = (tool: string, node: string): boolean => UNSUPPORTED[tool]?.includes(node) === true;

/** Every cell, in a fixed order. */
export function listAllCells(): readonly Cell[] {
  const installs = MANAGERS.flatMap((manager) =>
    NODES.flatMap((node) => TYPESCRIPTS.map((typescript): Cell => ({ manager, node, typescript }))),
  );
  const vitest = ["npm@11", "pnpm@12"].flatMap((manager) =>
    NODES.flatMap((node) =>
      ["3", "4", "5"].map((version): Cell => ({ manager, node, typescript: "7", vitest: version })),
    ),
  );
  return [...installs, ...vitest].filter(
    ({ manager, node, vitest: version }) => !isUnsupported(manager, node) && !isUnsupported(`vitest@${version}`, node),
  );
}

/** The cells of `npm test`: every package manager and TypeScript, and a Node.js with and without built-in SQLite. */
export function listTestCells(): readonly Cell[] {
  const other = process.versions.node.startsWith("20.") ? "24" : "20.19";
  return [
    { manager: "npm@11", node: other, typescript: "7" },
    { manager: "pnpm@12", node: "current", typescript: "6" },
    { manager: "yarn@4", node: "current", typescript: "5.9" },
    { manager: "bun@1", node: "current", typescript: "none" },
  ];
}

/** `pnpm@12,node@24,ts@7`: the parts of a cell, as `--only` names them. */
export function nameOf({ manager, node, typescript, vitest }: Cell): string {
  return [manager, `node@${node}`, `ts@${typescript}`, ...(vitest === undefined ? [] : [`vitest@${vitest}`])].join(",");
}

/** The cells that have every named part; `pnpm` names each version of it. */
export function filterCells(cells: readonly Cell[], only: string): readonly Cell[] {
  const wanted = only.split(",").filter((part) => part !== "");
  return cells.filter((cell) => {
    const parts = nameOf(cell).split(",");
    return wanted.every((part) => parts.some((own) => own === part || own.startsWith(`${part}@`)));
  });
}

/** Returns shard `i` of `n` for `--shard i/n`. Neighbouring cells, which are similar, go to different shards. */
export function shardCells(cells: readonly Cell[], shard: string): readonly Cell[] {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  if (index === undefined || Number(index) < 1 || Number(index) > Number(count))
    throw new Error(`invalid --shard ${shard}: expected i/n, such as 1/4`);
  return cells.filter((_, at) => at % Number(count) === Number(index) - 1);
}
