import type { Document } from "../../document/index.js";
import { hasOpenQuestion } from "../checks/open-question.js";
import { checkCredentialsRequired, checkServiceResponse, checkValidRejected } from "../checks/response.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { isRefusal } from "../session/refusal.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import type { SeedRequest, SeedRequests } from "./seed-requests.js";

/** What came of the cases that were expected to be refused or accepted: each ends in exactly one of these. */
export const CASE_VERDICTS = ["handled", "accepted-invalid", "rejected-valid", "broke", "open"] as const;
export type CaseVerdict = (typeof CASE_VERDICTS)[number];

export type CaseTaskOptions = {
  readonly document: Document;
  readonly seeds: SeedRequests;
  readonly count: (verdict: CaseVerdict) => void;
};

/** The unit that asks for a case, and for whatever else it takes to be sure of its verdict. */
export function createCaseTask(means: CaseTaskOptions, it: ProbeCase): ProbeTask {
  return {
    id: it.id,
    run: async (asking) => means.count(await runCase(means, it, asking)),
  };
}

async function runCase(means: CaseTaskOptions, it: ProbeCase, { send, report }: TaskSession): Promise<CaseVerdict> {
  const asked = await send(toProbeRequest(it));
  const { status } = asked.exchange.response;
  const trouble = checkServiceResponse(asked);
  report(asked, trouble);
  if (trouble !== undefined) return "broke";
  const base = means.seeds.get(it.operation)?.accepted;
  if (it.credentials !== undefined || it.edit?.part === "security") {
    if (base !== undefined && it.method === it.operation.method) report(asked, checkCredentialsRequired(base, asked));
    return status < 400 ? "accepted-invalid" : "handled";
  }
  // That the contract forbids what was accepted, its own checks have said.
  if (it.expect === "refused") return status < 400 ? "accepted-invalid" : "handled";
  if (it.expect === "open" || status < 400) return it.expect === "open" ? "open" : "handled";
  if (base === undefined || !isRefusal(asked) || !mustBeAccepted(means, it)) return "open";
  const repeat = toProbeRequest({ ...it, request: base.request });
  const before = await send(removeEdit(repeat));
  const again = await send(toProbeRequest(it));
  const after = await send(removeEdit(repeat));
  const rejected = checkValidRejected(before, asked, again, after);
  report(asked, rejected);
  return rejected === undefined ? "open" : "rejected-valid";
}

/**
 * Where a refusal of a valid value breaks the contract: in the query and the headers of what only reads. What is written has
 * rules beyond its form, a path leads to what is there or is not, and where the contract names an open point it says nothing.
 */
function mustBeAccepted({ document }: CaseTaskOptions, { operation, edit }: ProbeCase): boolean {
  if (edit === undefined || (edit.part !== "query" && edit.part !== "header")) return false;
  const parameter = operation.parameters.find((it) => it.in === edit.part && it.name === edit.at);
  const places = [edit.contract, ...(parameter === undefined ? [] : [parameter.pointer])];
  return ["GET", "HEAD"].includes(operation.method) && !places.some((place) => hasOpenQuestion(document, place));
}

function toProbeRequest({ operation, method, request, edit, credentials }: ProbeCase): ProbeRequest {
  return { operation, method, request, edit, ...(credentials === undefined ? {} : { credentials }) };
}

function removeEdit({ edit: _, ...order }: ProbeRequest): ProbeRequest {
  return order;
}

/** The request of a base, for cases that want to start from what was accepted. */
export function getSeedCaseRequest({ accepted, request }: SeedRequest): CaseRequest {
  return accepted?.request ?? request;
}
