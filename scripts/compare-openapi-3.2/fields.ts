import { EXCHANGE_CASES } from "../../test/openapi-3.2/exchange-cases.js";
import { FIELDS } from "../../test/openapi-3.2/fields.js";
import { formatTable, type Row } from "./tools.js";

/** The fields of test/openapi-3.2/fields.ts and what each command does with them. */
export function describeFields(): string {
  const formatReason = (cell: object | string): string | undefined =>
    typeof cell === "object" && "reason" in cell ? `no: ${cell.reason}` : undefined;
  const rows = FIELDS.map(({ field, check, diff, probe, ...outputs }): Row => {
    const cases = "reason" in check ? [] : check.map((name) => EXCHANGE_CASES[name]);
    const [good, bad] = [cases.flatMap((it) => it?.good ?? []), cases.flatMap((it) => it?.bad ?? [])];
    return [
      field,
      ...["yes", formatReason(check) ?? `${good.length} pass, ${bad.length} fail`],
      "reason" in diff ? `no: ${diff.reason}` : `\`${diff[2]}\``,
      formatReason(probe) ?? (typeof probe === "string" ? `\`${probe}\`` : "yes"),
      ...(["generate", "suggest", "mock", "docs"] as const).map((name) => formatReason(outputs[name]) ?? "yes"),
    ];
  });
  return `## Fields

Every fixed field that OpenAPI 3.2 adds or changes. \`test/openapi-3.2/fields.test.ts\` runs each cell with a case that passes and one that
fails:

- lint: the spec has no finding, and one at the field if its value is invalid
- check, record, gate: exchanges that pass, and exchanges with a finding
- diff and probe: what is reported for a changed spec and for a service with a defect, and nothing without it
- generate, mock, docs: a text that is written, and not without the field; of the mock, this may be what Prism does not serve
- suggest: something undocumented that is added to the field, and nothing for conforming traffic

${formatTable(["field", "lint", "check, record, gate", "diff", "probe", "generate", "suggest", "mock", "docs"], rows)}`;
}
