import { isObject, type Json, type JsonObject, type Pointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { getEnvelopeName, openEnvelope } from "../../graph/response-values.js";
import { listChanges } from "../../round-trip/list-changes.js";
import { type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { readJsonPatch } from "../patches/json-patch.js";
import { defineAcceptedRule } from "../rule.js";

/**
 * Checks that a PATCH keeps the values of properties that it does not name. Only those count that the creation wrote, and that a read before
 * the PATCH showed as written: a service may compute others.
 */
export const checkUnnamedKept = defineAcceptedRule<4>((created, before, patch, after) => {
  const written = readWritten(created, before);
  const names = listNamed(patch, before);
  const [then, now] = [before, after].map((it) => openEnvelope((readResponseJson(it) ?? null) as Json));
  if (patch.operation.method !== "PATCH") return undefined;
  if (written === undefined || names === undefined || !isObject(then) || !isObject(now)) return undefined;
  for (const [name, value] of Object.entries(written)) {
    const own = { [name]: value as Json };
    if (names.has(name) || findLost(own, then) !== undefined) continue;
    const place = findLost(own, now);
    if (place === undefined) continue;
    const message = `${toPrintable(place)} was written with ${created.operation.id}, but differs after ${patch.operation.id}, which does not name it`;
    return after.fail(
      "exchange.write.lost",
      message,
      `${patch.operation.id} unnamed ${place.replaceAll(/\/\d+/g, "/*")}`,
      { at: place, contract: patch.operation.pointer },
    );
  }
  return undefined;
});

function findLost(written: Json, shown: Json): Pointer | undefined {
  return [...listChanges(written, shown, "")].find(({ kind }) => kind === "lost")?.at;
}

/** The outer properties that a patch names; undefined if its body is neither a JSON Patch nor an object. */
function listNamed(patch: ProbeExchange, shown: ProbeExchange): ReadonlySet<string> | undefined {
  const operations = readJsonPatch(patch.request);
  if (operations !== undefined)
    return new Set(operations.flatMap(({ path, from = path }) => [path, from].map((it) => it.split("/")[1] ?? "")));
  const body = readWritten(patch, shown);
  return body && new Set(Object.keys(body));
}

/** What a request writes, inside the envelope that the resource has too. */
function readWritten({ request: { body } }: ProbeExchange, shown: ProbeExchange): JsonObject | undefined {
  const value = body !== undefined && "value" in body ? (body.value as Json) : undefined;
  if (!isObject(value)) return undefined;
  const inner = value[getEnvelopeName((readResponseJson(shown) ?? null) as Json, value) ?? ""];
  return isObject(inner) ? inner : value;
}
