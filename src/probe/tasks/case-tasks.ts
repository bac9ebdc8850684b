import type { Document } from "../../document/index.js";
import { hasOpenQuestion } from "../checks/open-question.js";
import { checkCredentialsRequired, checkServiceResponse, checkValidRejected } from "../checks/response.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { isRefusal } from "../session/refusal.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import type { SeedRequest, SeedRequests } from "./seed-requests.js";

/** The outcome of a case with an expectation: exactly one of these. */
export const CASE_VERDICTS = ["handled", "accepted-invalid", "rejected-valid", "broke", "open"] as const;
export type CaseVerdict = (typeof CASE_VERDICTS)[number];

export type CaseTaskOptions = {
  readonly document: Document;
  readonly seeds: SeedRequests;
  readonly count: (verdict: CaseVerdict) => void;
};

/** Creates a task that sends a case, and repeats it if that is needed for a reliable verdict. */
export function createCaseTask(options: CaseTaskOptions, it: ProbeCase): ProbeTask {
  return {
    id: it.id,
    run: async (session) => options.count(await runCase(options, it, session)),
  };
}

async function runCase(options: CaseTaskOptions, it: ProbeCase, { send, report }: TaskSession): Promise<CaseVerdict> {
  const result = await send(toProbeRequest(it));
  const { status } = result.exchange.response;
  const finding = checkServiceResponse(result);
  report(result, finding);
  if (finding !== undefined) return "broke";
  const base = options.seeds.get(it.operation)?.accepted;
  if (it.credentials !== undefined || it.edit?.part === "security") {
    if (base !== undefined && it.method === it.operation.method) report(result, checkCredentialsRequired(base, result));
    return status < 400 ? "accepted-invalid" : "handled";
  }
  // The check of the exchange already reports a forbidden request that was accepted.
  if (it.expect === "refused") return status < 400 ? "accepted-invalid" : "handled";
  if (it.expect === "open" || status < 400) return it.expect === "open" ? "open" : "handled";
  if (base === undefined || !isRefusal(result) || !mustBeAccepted(options, it)) return "open";
  const repeat = toProbeRequest({ ...it, request: base.request });
  const before = await send(removeEdit(repeat));
  const again = await send(toProbeRequest(it));
  const after = await send(removeEdit(repeat));
  const rejected = checkValidRejected(before, result, again, after);
  report(result, rejected);
  return rejected === undefined ? "open" : "rejected-valid";
}

/**
 * Whether the service must accept a valid value: only in queries and headers of read operations. Writes may have
 * further rules, paths may lead nowhere, and open questions (`x-open-point`) leave the choice to the service.
 */
function mustBeAccepted({ document }: CaseTaskOptions, { operation, request, edit }: ProbeCase): boolean {
  if (edit === undefined || (edit.part !== "query" && edit.part !== "header")) return false;
  const parameter = operation.parameters.find((it) => it.in === edit.part && it.name === edit.at);
  // A paging token is valid only if the service has issued it. Numbers beyond a double are not sent exactly.
  if (/token|cursor|marker|continuation/i.test(edit.at) || isInexact(request[edit.part][edit.at])) return false;
  const places = [edit.contract, ...(parameter === undefined ? [] : [parameter.pointer])];
  return ["GET", "HEAD"].includes(operation.method) && !places.some((place) => hasOpenQuestion(document, place));
}

function isInexact(value: unknown): boolean {
  return typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

function toProbeRequest({ operation, method, request, edit, credentials }: ProbeCase): ProbeRequest {
  return { operation, method, request, edit, ...(credentials === undefined ? {} : { credentials }) };
}

function removeEdit({ edit: _, ...probeRequest }: ProbeRequest): ProbeRequest {
  return probeRequest;
}

/** The request that the service accepted, or the example if none was accepted. */
export function getSeedCaseRequest({ accepted, request }: SeedRequest): CaseRequest {
  return accepted?.request ?? request;
}
