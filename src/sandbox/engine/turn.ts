/** What the engine knows of a request to a spec. */
import type { Schemas } from "../../schema/index.js";
import type { RequestValues } from "../requests/request-validation.js";
import type { Conditions } from "./conditional-requests.js";
import type { RecordStore, StoredRecord } from "./record-store.js";
import type { Play, Resource, ResourcePlan } from "./resource.js";

/** What all requests to the sandbox of a spec share. */
export type SpecEngine = {
  readonly schemas: Schemas;
  readonly plan: ResourcePlan;
  readonly store: RecordStore;
  readonly seed: string;
  /** The time of the request, in milliseconds. */
  readonly now: number;
  /** What the request has changed; not what lists have at the start. */
  readonly changes: RecordChange[];
};

export type RecordChange = {
  readonly kind: "create" | "change" | "delete";
  readonly resource: Resource;
  /** As it is now, or was before it was deleted. */
  readonly record: StoredRecord;
  readonly former?: StoredRecord;
};

export type PlayedRequest = RequestValues & {
  /** The values of path parameters, in order. */
  readonly pathValues: readonly string[];
  /** As the client sent them. */
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly accept: string | undefined;
  readonly conditions: Conditions;
};

/** A request, and what it does. */
export type Turn = {
  readonly engine: SpecEngine;
  readonly play: Play;
  readonly resource: Resource;
  readonly request: PlayedRequest;
};
