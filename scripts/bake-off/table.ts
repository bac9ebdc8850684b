/** The findings of each tool for an exchange. A text says why the tool did not finish; undefined: it cannot check the exchange. */
export type Judged = {
  readonly label: string;
  readonly request: string;
  readonly findings: Map<string, readonly string[] | string | undefined>;
};

export type SpecResult = { readonly spec: string; readonly operations: number; readonly judged: readonly Judged[] };

export function formatBakeOff(results: readonly SpecResult[], seed: number): string {
  const all = results.flatMap(({ judged }) => judged);
  const names = [...(all[0]?.findings.keys() ?? [])];
  const labels = [...new Set(all.map(({ label }) => label))].filter((label) => label !== "clean").sort();
  const specs = results.map(({ spec, operations, judged }) => {
    const clean = judged.filter(({ label }) => label === "clean");
    const broken = judged.filter(({ label }) => label !== "clean");
    const cells = names.flatMap((name) => [countFound(clean, name), countFound(broken, name)]);
    return [spec, String(operations), String(clean.length), String(broken.length), ...cells];
  });
  const kinds = labels.map((label) => {
    const some = all.filter((it) => it.label === label);
    return [
      label,
      String(some.length),
      ...names.map((name) => countFound(some, name).replace(/^did not finish.*/, "–")),
    ];
  });
  const own = names[0] ?? "";
  const wrong = all.filter((it) => isFound(it, own) !== (it.label !== "clean"));
  return `# Bake-off on public specs

Written by \`npx tsx scripts/bake-off.ts --seed ${seed}\`; do not edit. The generator in \`scripts/bake-off\` shares no code with the checker. Each
broken exchange differs from a clean one by one edit. The edit is the label, and Ajv confirms that an edited value is invalid.

| spec | operations | clean | broken | ${names.flatMap((name) => [`${name}: false alarms`, `${name}: found`]).join(" | ")} |
|${"---|".repeat(4 + 2 * names.length)}
${specs.map(formatRow).join("\n")}

A dash stands where a tool did not finish one of the specs.

## By edit

| edit | exchanges | ${names.join(" | ")} |
|${"---|".repeat(2 + names.length)}
${kinds.map(formatRow).join("\n")}

## Differences of ${own}

${wrong.length === 0 ? "None." : ["| exchange | edit | findings |", "|---|---|---|", ...wrong.slice(0, MAX_ROWS).map((it) => formatRow([it.request, it.label, formatFindings(it, own)]))].join("\n")}

${EXPLANATION}`;
}

const EXPLANATION = `## Explained

- Box, \`…/parts\`: the operation has a server of its own, which the generator does not use. The finding is correct.
- Box, \`/2.0/folders/…\`: \`/folders/{folder_id}#…\` is a second template of the same path. Without its required query parameter, the request
  belongs to the operation that does not need it.
- Asana, read-only: a part of the \`allOf\` of these properties is read-only, which the generator does not see. The findings are correct.
- Xero, \`/Contacts/~no~\`: \`/Contacts/{ContactID}\` needs a UUID, and \`/Contacts/{ContactNumber}\` takes any text. The request conforms to the second.
- \`redocly drift\` was stopped on xero_accounting.yaml after 20 minutes.
- openapi-backend reports every exchange of Box, so that its findings there say nothing. It checks neither credentials nor documented statuses.
`;

function isFound({ findings }: Judged, name: string): boolean {
  const found = findings.get(name);
  return Array.isArray(found) && found.length > 0;
}

function countFound(judged: readonly Judged[], name: string): string {
  const checked = judged.filter(({ findings }) => typeof findings.get(name) === "object");
  const found = checked.filter((it) => isFound(it, name)).length;
  const reason = judged.map(({ findings }) => findings.get(name)).find((it) => typeof it === "string");
  if (typeof reason === "string") return "did not finish";
  return checked.length === judged.length ? String(found) : `${found} of ${checked.length} checked`;
}

function formatFindings({ findings }: Judged, name: string): string {
  const found = findings.get(name);
  return Array.isArray(found) ? found.slice(0, 2).join("; ").slice(0, 300) || "none" : "not checked";
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.map((it) => it.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

const MAX_ROWS = 40;
