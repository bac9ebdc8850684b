import type { Json } from "../../document/index.js";
import { isEqual } from "../../schema/index.js";
import { getPlace, joinKey, readShape, splitKey } from "./path-shape.js";
import { showRecord } from "./record-body.js";
import { isGivenId } from "./record-ids.js";
import type { StoredRecord } from "./record-store.js";
import { addRecord, findWholeRecord, listMemberRecords, markSeeded } from "./records.js";
import type { Resource, SpecEngine } from "./resource.js";
import { getMember } from "./sample-values.js";

/** After a request, records and the members of other records that have them say the same. */
export function updateParts(engine: SpecEngine): void {
  for (const { kind, resource, record, former } of [...engine.changes]) {
    if (kind !== "delete") splitIntoParts(engine, resource, { record, former });
    joinIntoWhole(engine, resource, record);
  }
}

type Written = { readonly record: StoredRecord; readonly former?: StoredRecord | undefined };

/** The records below another one are those that its member has now. */
function splitIntoParts(engine: SpecEngine, owner: Resource, { record, former }: Written): void {
  for (const resource of engine.plan.resources.values()) {
    const { part } = resource;
    if (part === undefined || part.owner !== owner.shape) continue;
    const [now, before] = [record, former].map((it) => it?.value[part.member] ?? null);
    if (isEqual(now, before)) continue;
    const path = readShape(owner.collection ?? owner.shape, record.place);
    const values = owner.collection === undefined ? path : [...path, ...splitKey(record.key)];
    const place = getPlace(resource, values);
    markSeeded(engine, resource, values);
    for (const { key } of engine.store.list(place)) engine.store.remove(place, key);
    for (const sent of listMemberRecords(engine, resource, values)) {
      const id = getMember(sent, resource.identity ?? ["id"]);
      const key = isGivenId(id) ? { key: joinKey([String(id)]) } : {};
      splitIntoParts(engine, resource, { record: addRecord(engine, resource, { sent, values, ...key }) });
    }
    joinIntoWhole(engine, resource, { place });
  }
}

/** The member of a record has the records below it. */
function joinIntoWhole(engine: SpecEngine, resource: Resource, { place }: Pick<StoredRecord, "place">): void {
  const whole = findWholeRecord(engine, resource, readShape(resource.collection ?? resource.shape, place));
  if (whole === undefined) return;
  const { owner, part, record } = whole;
  const shown = engine.store.list(place).flatMap((it) => showRecord(engine, it, part.schema) ?? []);
  const value: Json | undefined = resource.collection === undefined ? shown[0] : shown;
  const { [part.member]: _, ...others } = record.value;
  const joined = value === undefined ? others : { ...others, [part.member]: value };
  joinIntoWhole(engine, owner, engine.store.put(record.place, record.key, joined));
}
