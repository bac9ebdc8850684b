/** The findings of each tool for an exchange. A text says why the tool did not finish; undefined: it cannot check the exchange. */
export type CheckedExchange = {
  readonly label: string;
  readonly request: string;
  readonly findings: Map<string, readonly string[] | string | undefined>;
};

export type SpecResult = {
  readonly spec: string;
  readonly operations: number;
  readonly checked: readonly CheckedExchange[];
};

export function formatBakeOff(results: readonly SpecResult[], seed: number): string {
  const all = results.flatMap(({ checked }) => checked);
  const names = [...(all[0]?.findings.keys() ?? [])];
  const labels = [...new Set(all.map(({ label }) => label))].filter((label) => label !== "clean").sort();
  const specs = results.map(({ spec, operations, checked }) => {
    const clean = checked.filter(({ label }) => label === "clean");
    const broken = checked.filter(({ label }) => label !== "clean");
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

## Differences of the other tools

False alarms have the most common finding as their example, and missed edits an exchange.

${["| spec | tool | edit | differences | such as |", "|---|---|---|---|---|", ...results.flatMap((result) => names.slice(1).flatMap((name) => listDifferences(result, name))).map(formatRow)].join("\n")}

${EXPLANATION}`;
}

/** One row for the false alarms of a tool, and one for each kind of edit that it misses. */
function listDifferences({ spec, checked }: SpecResult, name: string): string[][] {
  const wrong = checked.filter(
    (it) => typeof it.findings.get(name) === "object" && isFound(it, name) !== (it.label !== "clean"),
  );
  return [...new Set(wrong.map(({ label }) => label))].sort().map((label) => {
    const some = wrong.filter((it) => it.label === label);
    const findings = some.map((it) => formatFindings(it, name).split(";")[0] ?? "");
    const example = label === "clean" ? findMostCommon(findings) : (some[0]?.request ?? "");
    return [spec, name, label === "clean" ? "clean: false alarms" : label, String(some.length), example];
  });
}

function findMostCommon(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first === undefined ? "" : `${first[1]} × ${first[0]}`;
}

const EXPLANATION = `## Explained

- Box, \`…/parts\`: the operation has a server of its own, which the generator does not use. The finding is correct.
- Box, \`/2.0/folders/…\`: \`/folders/{folder_id}#…\` is a second template of the same path. Without its required query parameter, the request
  belongs to the operation that does not need it.
- Asana, read-only: a part of the \`allOf\` of these properties is read-only, which the generator does not see. The findings are correct.
- Xero, \`/Contacts/~no~\`: \`/Contacts/{ContactID}\` needs a UUID, and \`/Contacts/{ContactNumber}\` takes any text. The request conforms to the second.
- \`redocly drift\` was stopped on xero_accounting.yaml after 20 minutes. Of eight parts with 60 exchanges each, five did not end within 40 seconds.
- False alarms of both other tools: Ajv does not compile schemas with \`nullable\` but without \`type\`, or where several schemas have the same
  \`id\`. Each exchange of these operations is reported, so that the edits of these operations count as found. One alarm of \`redocly drift\`
  on Box is \`…/parts\`, as above. Four of openapi-backend on Box are empty bodies: it checks a response without content by the schema of \`default\`.
- \`redocly drift\` checks neither the media type nor the status of a response.
- openapi-backend checks neither credentials nor documented statuses. It checks no media types: it finds an undocumented one where the body, read as
  text, does not fit the schema; the schema of \`POST /Setup\` of Xero accepts text.
- openapi-backend on Xero, \`/Contacts/~no~\`: the request conforms to the second template, as above.
`;

function isFound({ findings }: CheckedExchange, name: string): boolean {
  const found = findings.get(name);
  return Array.isArray(found) && found.length > 0;
}

function countFound(all: readonly CheckedExchange[], name: string): string {
  const checked = all.filter(({ findings }) => typeof findings.get(name) === "object");
  const found = checked.filter((it) => isFound(it, name)).length;
  const reason = all.map(({ findings }) => findings.get(name)).find((it) => typeof it === "string");
  if (typeof reason === "string") return "did not finish";
  return checked.length === all.length ? String(found) : `${found} of ${checked.length} checked`;
}

function formatFindings({ findings }: CheckedExchange, name: string): string {
  const found = findings.get(name);
  return Array.isArray(found) ? found.slice(0, 2).join("; ").slice(0, 300) || "none" : "not checked";
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.map((it) => it.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

const MAX_ROWS = 40;
