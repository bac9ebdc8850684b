import type { Defect } from "./defect.js";
import { DEFECTS, type Half, SETS } from "./defects.js";
import type { State, Verdict } from "./state.js";

const VERDICTS: readonly Verdict[] = ["found", "noticed", "never provoked", "missed"];
const HALVES: readonly Half[] = ["opened", "sealed"];

/** A finding that does not name the defect is only noticed. A reader's decision goes before the words of the defect. */
export function getVerdict({ results }: State, { id }: Defect): Verdict | undefined {
  const { verdict, accept } = results[id] ?? {};
  if (accept === false && verdict === "found") return "noticed";
  return accept === true ? "found" : verdict;
}

export function formatBlindPage(state: State, set: string, isRevealed: boolean): string {
  const [part] = SETS[set] ?? [];
  return part === undefined || part === "opened" || part === "sealed"
    ? formatFirstPage(state, isRevealed)
    : formatSealedPage(state, part, isRevealed);
}

/** What happened after the set was measured. */
const AFTERWARDS: Readonly<Record<string, readonly string[]>> = {
  second: [
    "A reader refused findings that match the words but name another cause; such defects are noticed.",
    "",
    "## After opening",
    "",
    "All verdicts and figures of this page are blind, except those of this section. The set was opened after that, and the probe got rules for most",
    "classes of defects that it had not found. The same 179 defects, measured again on 2026-11-26: 175 found, 1 noticed, 1 never provoked, 2 missed.",
    "The findings of 4 of the 175 name another cause, and a reader has not read all others. This figure says nothing about unseen defects.",
    "Two runs of the healthy sandbox have no finding.",
    "",
  ],
  third: [
    "A reader read the findings, and refused three that match the words but name another cause. The probe was not changed after this measurement.",
    "",
    "## After opening",
    "",
    "The set was opened then, and the probe got rules for the classes of the 29 defects that it had not found. Measured again on 2026-11-26, it finds",
    "26 of the 29. The 51 others were not measured again. This figure says nothing about unseen defects: bench/FAULTS-BLIND-4.md has those.",
    "",
  ],
  fourth: [
    "No reader has read the findings. Its author read a page about hooks of the probe and the script that compares findings with defects, but not the",
    "probe itself.",
    "",
    "## After opening",
    "",
    "The set was opened on 2026-11-27, and the probe got rules for most classes of the 23 defects that it had not found. Each measured alone, it finds 15",
    "of the 23. This figure says nothing about unseen defects: bench/FAULTS-BLIND-5.md has those.",
    "",
  ],
  fifth: [
    "A reader read the findings, and refused two that match the words but name another cause; such defects are noticed. Four that the reader accepted",
    "name the behaviour and the operation, but not the exact condition. One run of the healthy sandbox with the same probe had no finding.",
    "The set was opened on 2026-11-27, after this measurement.",
    "",
  ],
  sixth: [
    "The probe was not changed between the fifth set and this one. No reader has read the findings. The set was opened after this measurement.",
    "",
  ],
  seventh: [
    "It was measured with some of the rules for the sixth set. No reader has read the findings. The set was opened after this measurement.",
    "",
  ],
  eighth: [
    "It was measured with the rules for all sets before. A reader read the first findings of each defect, and refused two that match the words but name",
    "another cause; such defects are noticed. One run of the healthy sandbox with the same probe had no finding.",
    "",
  ],
};

/** The page of a set that was sealed as a whole. */
function formatSealedPage(state: State, set: Half, isRevealed: boolean): string {
  const defects = DEFECTS[set];
  const kinds = [...new Set(defects.map(({ kind = "" }) => kind))].sort();
  const operations = [...new Set(defects.map(getPlace))].sort();
  return [
    `# A ${set} set of defects planted from the contract alone`,
    "",
    "Another author wrote these defects from the seed, the spec, the HTTP specifications and OWASP's lists, without knowledge of the probe and",
    `its checks. All of them were sealed when they were measured. \`npx tsx scripts/faults-blind.ts --set ${set} --show\` repeats the requests that show them.`,
    "",
    "A finding names a defect if it is new, on one of the operations that the author lists, and its code or message matches the author's words.",
    "The verdicts are those of `bench/FAULTS-BLIND.md`.",
    "",
    "| part | service | defects | measured | found | noticed | never provoked | missed |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
    ...(SETS[set] ?? []).flatMap((half) => formatTotals(state, half)),
    "",
    "| operation | defects | found |",
    "|---|--:|--:|",
    ...operations.map((place) =>
      formatCounts(
        state,
        place,
        defects.filter((it) => getPlace(it) === place),
      ),
    ),
    "",
    "| kind | defects | found |",
    "|---|--:|--:|",
    ...kinds.map((kind) =>
      formatCounts(
        state,
        kind,
        defects.filter((it) => (it.kind ?? "") === kind),
      ),
    ),
    "",
    ...formatHealthy(state),
    ...(AFTERWARDS[set] ?? []),
    ...(isRevealed ? formatLines(state, set) : []),
  ].join("\n");
}

function formatCounts(state: State, name: string, defects: readonly Defect[]): string {
  return `| ${name} | ${defects.length} | ${defects.filter((it) => getVerdict(state, it) === "found").length} |`;
}

function getPlace({ operation: { method, path } }: Defect): string {
  return method === "WEBHOOK" ? "webhook" : `\`${method} ${path}\``;
}

function formatFirstPage(state: State, isRevealed: boolean): string {
  const halves = isRevealed ? HALVES : HALVES.slice(0, 1);
  return [
    "# Defects planted from the contract alone",
    "",
    "The author of these defects did not know the checks of `contract probe`. Each defect violates a statement of the spec, of its source or of",
    "HTTP, and a request shows it. `npx tsx scripts/faults-blind.ts --show` repeats these requests.",
    "",
    "- found: a finding on the operation of the defect that the healthy service never has, and that names the defect",
    "- noticed: a new finding on another operation, or one that does not name the defect",
    "- never provoked: no request or response of the probe was changed by the defect",
    "- missed: provoked without a new finding",
    "",
    isRevealed
      ? "A random split makes two halves. The probe was changed after the opened half was read, and before the sealed half was measured."
      : "A random split makes two halves. The sealed half measures; its defects are not listed here.",
    "The examples and scenarios of a run, and its cases, each start from a new service, and only operations of the same resource are probed. A",
    "hooks module signs the assertions of sign-ins in the sandbox.",
    "",
    "The defects of the two services of others were measured for the first time on 2026-11-27, after those of the sandbox. Findings of three healthy",
    "runs do not count, and a reader decided which findings name a defect. With the probe as it was then, 12 of the 20 opened ones and 17 of the 20",
    "sealed ones were found. The causes of the misses in the opened half were fixed without reading the sealed half: short lists, free",
    "objects, prefixed names of page sizes, stated defaults, and undocumented 404s. The table has the second measurement.",
    "",
    "After the measurement of the sandbox, the rule `exchange.resource.other` was taken out of the phase `examples`: a mock returns the example of the",
    "spec. The scenarios and cases still have it. Both halves are opened now; the rules written after that are not measured here.",
    "",
    "| half | service | defects | measured | found | noticed | never provoked | missed |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
    ...HALVES.flatMap((half) => formatTotals(state, half)),
    "",
    ...formatHealthy(state),
    ...halves.flatMap((half) => formatLines(state, half)),
  ].join("\n");
}

/** How often the healthy services were probed, and what was found there. */
function formatHealthy({ healthy }: State): readonly string[] {
  const lines = Object.entries(healthy).map(([service, runs]) => {
    const names = Object.keys(runs ?? {});
    const count = (part: string): number => names.filter((name) => name.startsWith(part)).length;
    const keys = new Set(Object.values(runs ?? {}).flat());
    return `| ${[service, count("scenarios"), count("cases"), keys.size].join(" | ")} |`;
  });
  const head = ["| healthy service | runs of the scenarios | runs of the cases | findings |", "|---|--:|--:|--:|"];
  return [
    ...head,
    ...lines,
    "",
    "Findings of a healthy service do not count as found. Those of the sandbox are false alarms.",
    "",
  ];
}

export function formatTotals(state: State, half: Half): readonly string[] {
  const services = [...new Set(DEFECTS[half].map(({ service }) => service))].sort().reverse();
  return services.map((service) => {
    const verdicts = DEFECTS[half].filter((it) => it.service === service).map((it) => getVerdict(state, it));
    const measured = verdicts.filter((it) => it !== undefined);
    const counts = VERDICTS.map((verdict) => measured.filter((it) => it === verdict).length);
    return `| ${[half, service, verdicts.length, measured.length, ...counts].join(" | ")} |`;
  });
}

function formatLines(state: State, half: Half): readonly string[] {
  const lines = DEFECTS[half].flatMap((defect) => {
    const verdict = getVerdict(state, defect);
    const { id, title, breaks } = defect;
    const where = getPlace(defect);
    const codes = new Set(state.results[id]?.findings.map(({ code }) => `\`${code}\``));
    const code = verdict === "missed" ? "" : [...codes].slice(0, 2).join(", ");
    return verdict === undefined ? [] : [`| ${id} | ${where} | ${title} | ${breaks} | ${verdict} | ${code} |`];
  });
  const head = [
    "| defect | operation | what is wrong | what it breaks | verdict | codes |",
    "|---|---|---|---|---|---|",
  ];
  return [
    half === "second" || half === "third" ? "## The defects" : `## The ${half} half`,
    "",
    ...head,
    ...lines.sort(),
    "",
  ];
}
