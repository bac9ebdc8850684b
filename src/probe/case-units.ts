import type { Document } from "../document/index.js";
import type { Base, Bases } from "./bases.js";
import type { CaseRequest, ProbeCase } from "./case.js";
import { judgeAnswer, judgeCredentials, judgeRejection } from "./judges/answer.js";
import { isOpen } from "./open-points.js";
import { isRefusal } from "./refusal.js";
import type { Unit } from "./run-units.js";
import type { Asking, Order } from "./session.js";

/** What came of the cases that were expected to be refused or accepted: each ends in exactly one of these. */
export const CASE_VERDICTS = ["handled", "accepted-invalid", "rejected-valid", "broke", "open"] as const;
export type CaseVerdict = (typeof CASE_VERDICTS)[number];

export type CaseMeans = {
  readonly document: Document;
  readonly bases: Bases;
  readonly count: (verdict: CaseVerdict) => void;
};

/** The unit that asks for a case, and for whatever else it takes to be sure of its verdict. */
export function caseUnit(means: CaseMeans, it: ProbeCase): Unit {
  return {
    id: it.id,
    run: async (asking) => means.count(await verdictOf(means, it, asking)),
  };
}

async function verdictOf(means: CaseMeans, it: ProbeCase, { ask, tell }: Asking): Promise<CaseVerdict> {
  const asked = await ask(orderOf(it));
  const { status } = asked.exchange.response;
  const trouble = judgeAnswer(asked);
  tell(asked, trouble);
  if (trouble !== undefined) return "broke";
  const base = means.bases.of(it.operation)?.accepted;
  if (it.credentials !== undefined || it.edit?.part === "security") {
    if (base !== undefined && it.method === it.operation.method) tell(asked, judgeCredentials(base, asked));
    return status < 400 ? "accepted-invalid" : "handled";
  }
  // That the contract forbids what was accepted, its own checks have said.
  if (it.expect === "refused") return status < 400 ? "accepted-invalid" : "handled";
  if (it.expect === "open" || status < 400) return it.expect === "open" ? "open" : "handled";
  if (base === undefined || !isRefusal(asked) || !mayBeRefused(means, it)) return "open";
  const repeat = orderOf({ ...it, request: base.request });
  const before = await ask(withoutEdit(repeat));
  const again = await ask(orderOf(it));
  const after = await ask(withoutEdit(repeat));
  const rejected = judgeRejection(before, asked, again, after);
  tell(asked, rejected);
  return rejected === undefined ? "open" : "rejected-valid";
}

/**
 * Where a refusal of a valid value breaks the contract: in the query and the headers of what only reads. What is written has
 * rules beyond its form, a path leads to what is there or is not, and where the contract names an open point it says nothing.
 */
function mayBeRefused({ document }: CaseMeans, { operation, edit }: ProbeCase): boolean {
  if (edit === undefined || (edit.part !== "query" && edit.part !== "header")) return false;
  const parameter = operation.parameters.find((it) => it.in === edit.part && it.name === edit.at);
  const places = [edit.contract, ...(parameter === undefined ? [] : [parameter.pointer])];
  return ["GET", "HEAD"].includes(operation.method) && !places.some((place) => isOpen(document, place));
}

function orderOf({ operation, method, request, edit, credentials }: ProbeCase): Order {
  return { operation, method, request, edit, ...(credentials === undefined ? {} : { credentials }) };
}

function withoutEdit({ edit: _, ...order }: Order): Order {
  return order;
}

/** The request of a base, for cases that want to start from what was accepted. */
export function requestOf({ accepted, request }: Base): CaseRequest {
  return accepted?.request ?? request;
}
