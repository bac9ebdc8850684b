import {
  asObject,
  asString,
  assertComplete,
  buildServerUrl,
  type Document,
  DocumentError,
  findMainServer,
  loadDocument,
} from "../../document/index.js";
import { getSchemas } from "../../schema/index.js";
import { deriveUuid } from "../context/derived-ids.js";
import type { PlayedService } from "../open-engine.js";
import { SandboxError } from "../sandbox-error.js";
import { createRecordStore, initializeRecords } from "./record-store.js";
import { planResources, type ResourcePlan } from "./resource-plan.js";
import { createSpecServer } from "./spec-server.js";
import { addHook, createDeliveryStyle, listSpecEvents } from "./webhook-events.js";

/** The service of a spec. */
type SpecService = PlayedService & {
  readonly plan: ResourcePlan;
  /** The path of the first server of the spec, without a slash at the end. */
  readonly basePath: string;
};

/** @throws SandboxError when the spec cannot be used */
export function createSpecService(spec: string | Document, deliverTo: readonly string[] = []): SpecService {
  const document = readSpec(spec);
  const schemas = getSchemas(document);
  const plan = planResources(document);
  return {
    plan,
    basePath: getBasePath(document, plan),
    title: asString(asObject(document.root.info)?.title) ?? "API",
    isBuiltIn: false,
    document,
    createServer: (parts) => {
      const { database, app } = parts;
      const store = createRecordStore(database, app);
      return createSpecServer({ ...parts, engine: { schemas, plan, store, seed: app.seed } });
    },
    fixtures: ["none", "small"],
    getDeliveryStyle: (eventType) => createDeliveryStyle(document, eventType),
    fill: async (queries, app, data, now) => {
      await initializeRecords(queries, app, data !== "none");
      const events = listSpecEvents(document).map(({ name }) => name);
      for (const url of deliverTo)
        await addHook(queries, deriveUuid(app.seed, "hook", url), { url, secret: "", events }, now);
    },
  };
}

export function readSpec(spec: string | Document): Document {
  if (typeof spec !== "string") return spec;
  try {
    const document = loadDocument(spec);
    assertComplete(document);
    return document;
  } catch (error) {
    if (error instanceof DocumentError) throw new SandboxError(error.message, { cause: error });
    throw error;
  }
}

function getBasePath(document: Document, { plays }: ResourcePlan): string {
  const server = findMainServer(document, [...plays.keys()]);
  const url = server === undefined ? "/" : buildServerUrl(server);
  const path = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? url;
  return path.replace(/\/+$/, "");
}
