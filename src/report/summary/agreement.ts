import { type Report, toPrintable } from "../../gate/index.js";

/** Formats how many bodies generated validators and the checker agree on, what was not compared, and each disagreement. */
export function formatAgreement({ agreement }: Pick<Report, "agreement">): string[] {
  if (agreement === undefined) return [];
  const { bodies, agreed, notCompared, disagreements } = agreement;
  const omitted = notCompared.reduce((sum, it) => sum + it.bodies, 0);
  if (bodies + omitted === 0) return [];
  const reasons = notCompared.map((it) => `${it.reason} (${it.bodies})`).join(", ");
  const rest = omitted === 0 ? "" : `; ${formatBodies(omitted)} not compared: ${reasons}`;
  return [
    `Ajv agrees on ${agreed} of ${formatBodies(bodies)}${rest}.`,
    ...disagreements.map(({ source, index, part, schema, checker, ajv }) =>
      toPrintable(`Defect of commerce-contract: ${source}#${index} ${part}, ${schema}: checker ${checker}, Ajv ${ajv}`),
    ),
  ];
}

/** Why a run fails if the verdicts differ; empty if they do not. */
export function formatDisagreement({ agreement }: Pick<Report, "agreement">): string {
  const count = (agreement?.bodies ?? 0) - (agreement?.agreed ?? 0);
  if (count === 0) return "";
  return `Ajv and the checker disagree on ${formatBodies(count)}, which is a defect of commerce-contract`;
}

function formatBodies(count: number): string {
  return count === 1 ? "1 body" : `${count} bodies`;
}
