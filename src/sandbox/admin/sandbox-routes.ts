import { isObject, type JsonObject } from "../../document/index.js";
import { SandboxError } from "../sandbox-error.js";
import { SeedDataError } from "../seed-data/read-seed-data.js";
import {
  type AdminContext,
  AdminError,
  type AdminRequest,
  type ChildDirectory,
  type ChildOrder,
  readJsonObject,
  readTime,
} from "./admin-route.js";

const CHILD_ID = /^[a-z0-9][a-z0-9-]{0,39}$/;

export async function getSandboxes(control: AdminContext): Promise<object> {
  return { sandboxes: getDirectory(control).list() };
}

/** Creates a sandbox with data, clock, faults, log and reset of its own, in the memory of this process. */
export async function postSandbox(control: AdminContext, request: AdminRequest): Promise<object> {
  const directory = getDirectory(control);
  const order = readOrder(readJsonObject(request, ["id", "data", "seed", "time", "freeze"]), control);
  try {
    return await directory.create(order);
  } catch (error) {
    if (error instanceof SeedDataError) throw new AdminError(400, "INVALID_DATA", error.message);
    if (error instanceof SandboxError) throw new AdminError(409, "CANNOT_CREATE_SANDBOX", error.message);
    throw error;
  }
}

export async function deleteSandbox(control: AdminContext, _request: AdminRequest, id = ""): Promise<object> {
  if (await getDirectory(control).remove(id)) return { deleted: true };
  throw new AdminError(404, "UNKNOWN_SANDBOX", "no sandbox has this id");
}

function getDirectory({ children }: AdminContext): ChildDirectory {
  if (children !== undefined) return children;
  throw new AdminError(404, "UNKNOWN_PATH", "a sandbox below another one cannot have sandboxes");
}

function readOrder({ id, data, seed, time, freeze }: JsonObject, { fixtures }: AdminContext): ChildOrder {
  const reject = (message: string): never => {
    throw new AdminError(400, "INVALID_SANDBOX", message);
  };
  if (id !== undefined && (typeof id !== "string" || !CHILD_ID.test(id)))
    return reject("`id` must have 1 to 40 lower-case letters, digits and hyphens, and no hyphen at the start");
  if (data !== undefined && !isObject(data) && (typeof data !== "string" || !fixtures.includes(data)))
    return reject(`\`data\` must be one of ${fixtures.join(", ")}, or an object like a seed-data file`);
  if (seed !== undefined && (typeof seed !== "string" || seed === "" || seed.length > MAX_SEED_LENGTH))
    return reject(`\`seed\` must be a text of 1 to ${MAX_SEED_LENGTH} characters`);
  if (freeze !== undefined && typeof freeze !== "boolean") return reject("`freeze` must be true or false");
  const startAt = {
    ...(time === undefined ? {} : { time: readTime(time, "time") }),
    ...(freeze === undefined ? {} : { freeze }),
  };
  return {
    ...(id === undefined ? {} : { id }),
    ...(data === undefined ? {} : { data }),
    ...(seed === undefined ? {} : { seed }),
    ...(time === undefined && freeze === undefined ? {} : { startAt }),
  };
}

const MAX_SEED_LENGTH = 200;
