import { type Json, type Pointer, valueAt } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { generateBoundaryCases, generateNegativeCases } from "../cases/generate-cases.js";
import { checkWritePersisted, findLostPlace } from "../checks/resource.js";
import { readView } from "../checks/rule.js";
import { readPathShape } from "../graph/path-shape.js";
import type { ProbeCase } from "../requests/probe-case.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import {
  checkRefusedAbsent,
  checkRefusedUnchanged,
  createConcurrently,
  sendTwice,
  writeApart,
  writeConcurrently,
} from "./concurrent-writes.js";
import { buildRepeatableWrite } from "./patches/json-patch-paths.js";
import {
  createScenario,
  findAcceptedRead,
  readAtPath,
  readTarget,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
} from "./scenario-context.js";

/** Each costs two requests. */
const MAX_BOUNDARIES = 150;
const MAX_REFUSED = 25;
const MAX_NEW = 2;

/**
 * Creates scenarios for operations that write a resource which another one reads. Boundary values are written and read.
 * Rejected writes must change nothing, and concurrent writes must take effect as a whole.
 */
export function createWriteVariantScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const shown = findAcceptedRead(context, operation);
    if (base === undefined || !["PUT", "PATCH", "POST"].includes(operation.method)) return [];
    const repeat: ProbeTask = createScenario(context, operation, "concurrent-repetition", (run) =>
      sendTwice(run, base),
    );
    if (shown === undefined || operation.method === "POST") return [repeat];
    const target: WriteTarget = { base, shown };
    const refused: ProbeTask = createScenario(context, operation, "refused", (run) => writeRefused(run, target));
    // A PATCH changes what earlier cases have left.
    if (operation.method !== "PUT") return [repeat, refused];
    const concurrent: ProbeTask = createScenario(context, operation, "concurrent", async (run) => {
      await writeConcurrently(run, target);
      await writeApart(run, target);
    });
    const boundaries: ProbeTask = createScenario(context, operation, "boundaries", (run) =>
      writeBoundaries(run, target),
    );
    const creation: ProbeTask = createScenario(context, operation, "concurrent-creation", (run) =>
      createConcurrently(run, base),
    );
    return [repeat, refused, concurrent, creation, boundaries];
  });
}

/** Writes a resource with each boundary value, and reads it. */
async function writeBoundaries(run: ScenarioRun, target: WriteTarget): Promise<void> {
  const { operation, request } = target.base;
  const cases = [...generateBoundaryCases(run, operation, request)].filter(
    ({ expect, edit }) => expect === "accepted" && edit?.part === "body",
  );
  const steps: WriteStep[] = [];
  const lost: WriteStep[] = [];
  let before = await readTarget(target, run);
  for (const it of spread(cases, MAX_BOUNDARIES)) {
    const write = await run.send({ operation, request: it.request, edit: it.edit, expect: it.expect });
    if (!isAccepted(write)) continue;
    const shown = await readTarget(target, run);
    steps.push({ before, write, shown });
    before = shown;
    // A second read only if the first one raises a question.
    if (checkWritePersisted(write, shown) === undefined) continue;
    before = await readTarget(target, run);
    lost.push({ before, write, shown: before });
  }
  for (const { write, shown } of lost) {
    const place = findLostPlace(write, shown);
    if (place === undefined || isWritable(steps, place)) run.report(shown, checkWritePersisted(write, shown));
  }
}

type WriteStep = { readonly before: ProbeExchange; readonly write: ProbeExchange; readonly shown: ProbeExchange };

/**
 * Whether some write has changed the property. A service may set properties itself that its spec does not mark as
 * read-only.
 */
function isWritable(steps: readonly WriteStep[], place: Pointer): boolean {
  const at = place.replace(/\/\d+(\/.*)?$/, "");
  return steps.some(({ before, write, shown }) => {
    const { body } = write.request;
    const written = body !== undefined && "value" in body ? valueAt(body.value as Json, at) : undefined;
    const [then, now] = [before, shown].map((it) => valueAt(readView(it).body, at));
    return written !== undefined && isSameJson(written, now) && !isSameJson(then, now);
  });
}

/** Sends invalid writes. Those that the service rejects must leave the resource as it was. */
async function writeRefused(run: ScenarioRun, target: WriteTarget): Promise<void> {
  const { operation, request } = target.base;
  const invalid = [...generateNegativeCases(run, operation, request)].filter(
    ({ expect, method }) => expect === "refused" && method === operation.method,
  );
  const { body } = await buildRepeatableWrite(run, target.base);
  for (const it of invalid.filter(({ edit, request: { header } }) => edit?.part === "header" && !(edit.at in header)))
    await run.send({
      operation,
      request: { ...it.request, ...(body && { body }) },
      edit: it.edit,
      expect: it.expect,
    });
  const cases = invalid.filter(({ edit }) => edit?.part === "body");
  await run.send({ operation, request });
  let before = await readTarget(target, run);
  for (const it of spread(cases, MAX_REFUSED)) {
    const refused = await run.send({ operation, request: it.request, edit: it.edit, expect: it.expect });
    const after = await readTarget(target, run);
    if (checkRefusedUnchanged(before, refused, after, after) !== undefined)
      run.report(refused, checkRefusedUnchanged(before, refused, after, await readTarget(target, run)));
    before = after;
  }
  if (operation.method === "PUT") for (const it of spread(cases, MAX_NEW)) await refuseNew(run, target, it);
}

/** Sends an invalid write of a resource that does not exist, which must not create it. */
async function refuseNew(
  run: ScenarioRun,
  { base: { operation, request: valid }, shown }: WriteTarget,
  { id, request, edit, expect }: ProbeCase,
): Promise<void> {
  const { createId, isValid, send, report } = run;
  const { steps, isItem } = readPathShape(operation.path);
  const last = steps.at(-1)?.name;
  if (!isItem || last === undefined) return;
  const path = { ...request.path, [last]: createId(`refused ${id}`) };
  if (!isValid(operation, { ...valid, path })) return;
  const readNew = (): Promise<ProbeExchange> => readAtPath(run, shown, path);
  if (isAccepted(await readNew())) return;
  const refused = await send({ operation, request: { ...request, path }, edit, expect });
  report(refused, checkRefusedAbsent(refused, await readNew()));
}

/** Picks cases from the whole list, because neighbours are alike. */
function spread(cases: readonly ProbeCase[], max: number): readonly ProbeCase[] {
  if (cases.length <= max) return cases;
  return Array.from({ length: max }, (_, at) => cases[Math.floor((at * cases.length) / max)]).filter(
    (it) => it !== undefined,
  );
}
