import type { Json } from "../../../document/index.js";
import type { JsonPatchOperation } from "../../checks/patches/json-patch.js";
import { type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";

export type PatchTarget = {
  readonly base: ProbeExchange;
  /** An accepted read of the same path. */
  readonly shown: ProbeExchange;
  /** The accepted operations. */
  readonly patch: readonly JsonPatchOperation[];
};

export type PatchSender = {
  readonly build: (patch: readonly JsonPatchOperation[]) => ProbeExchange["request"];
  readonly sendPatch: (patch: readonly JsonPatchOperation[], requestId?: string) => Promise<ProbeExchange>;
  readonly read: () => Promise<ProbeExchange>;
  readonly readResource: () => Promise<Json>;
  readonly isValid: (patch: readonly JsonPatchOperation[]) => boolean;
};

export function createPatchSender(
  context: ScenarioContext,
  { base, shown }: PatchTarget,
  { send, sendChecked }: TaskSession,
): PatchSender {
  const { operation } = base;
  const build = (patch: readonly JsonPatchOperation[]) => ({
    ...base.request,
    body: { contentType: base.request.body?.contentType ?? "application/json-patch+json", value: patch },
  });
  const sendPatch = async (patch: readonly JsonPatchOperation[], requestId?: string): Promise<ProbeExchange> => {
    const result = await sendChecked({
      operation,
      request: build(patch),
      ...(requestId === undefined ? {} : { requestId }),
    });
    return result;
  };
  const read = (): Promise<ProbeExchange> => {
    const request = { path: base.request.path, header: shown.request.header, query: {}, cookie: {} };
    return send({ operation: shown.operation, request });
  };
  const readResource = async (): Promise<Json> => (readResponseJson(await read()) ?? null) as Json;
  const isValid = (patch: readonly JsonPatchOperation[]): boolean => context.isValid(operation, build(patch));
  return { build, sendPatch, read, readResource, isValid };
}
