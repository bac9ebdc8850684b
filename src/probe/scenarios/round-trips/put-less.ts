import { isObject, type Json, joinPointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { checkPutReplaces } from "../../checks/http/put-rules.js";
import { listUnreflected } from "../../checks/writes/reflected.js";
import { checkAddedReturned } from "../../checks/writes/returned.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import type { WriteStep } from "../../round-trip/write-telling-values.js";
import { isAccepted, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

export type Replacement = {
  readonly context: ScenarioContext;
  /** The first PUT. */
  readonly first: WriteStep;
  /** A request for another resource. */
  readonly fresh: CaseRequest;
  readonly send: (request: CaseRequest) => Promise<WriteStep>;
};

const MAX_TRIES = 3;
/** What stays as it was when the resource was created. */
export const IMMUTABLE_NAME = /^(created|creation|creator|id$|uuid$|version|revision)|_id$|Id$/;

/**
 * Replaces a resource by one without the properties that the service showed as written: all of them, or else a single one. What a new
 * resource without them has is the default of the service.
 */
export async function writeLess(
  { context, first: { write, shown }, fresh, send }: Replacement,
  { report }: TaskSession,
): Promise<void> {
  const { body } = write.request;
  const value = readWrittenBody(write.request);
  if (shown === undefined || !isObject(value) || body === undefined) return;
  const hidden = new Set(listUnreflected(write, shown).map((place) => place.split("/")[1]));
  const resource = readResponseJson(shown) as Json | undefined;
  // A masked secret stays as it is.
  const isAsWritten = (name: string): boolean =>
    isObject(resource) && (typeof value[name] === "object" || value[name] === resource[name]);
  const names = Object.keys(value)
    .reverse()
    .filter(
      (it) =>
        !hidden.has(it) && !IMMUTABLE_NAME.test(it) && value[it] !== null && !isEmpty(value[it]) && isAsWritten(it),
    );
  for (const omitted of [names, ...names.slice(0, MAX_TRIES).map((it) => [it])]) {
    const without = ({ body: own, ...request }: CaseRequest): CaseRequest => {
      const entries = Object.entries(own !== undefined && "value" in own ? (own.value as object) : {});
      const left = Object.fromEntries(entries.filter(([it]) => !omitted.includes(it))) as Json;
      return { ...request, body: { contentType: body.contentType, value: left } };
    };
    if (omitted.length === 0 || !context.isValid(write.operation, without(write.request))) continue;
    const less = await send(without(write.request));
    if (less.shown === undefined || !isAccepted(less.write)) continue;
    report(less.write, checkAddedReturned(less.write, less.shown));
    const kept = omitted.find(
      (it) => less.shown && checkPutReplaces(less.write, shown, less.shown, joinPointer("", it)) !== undefined,
    );
    if (kept === undefined) return;
    const created = await send(without(fresh));
    const usual = created.shown && (readResponseJson(created.shown) as Json | undefined);
    const isDefault = isObject(usual) && isObject(resource) && isSameJson(usual[kept] ?? null, resource[kept] ?? null);
    if (!isDefault) report(less.shown, checkPutReplaces(less.write, shown, less.shown, joinPointer("", kept)));
    return;
  }
}

/** Nothing, and what a service may set for it. */
export function isEmpty(value: Json | undefined): boolean {
  return typeof value === "boolean" || value === 0 || value === "" || (Array.isArray(value) && value.length === 0);
}
