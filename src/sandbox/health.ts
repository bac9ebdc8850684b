import { type AdminAnswer, type AdminRequest, json } from "./admin/answer.js";
import type { Control } from "./admin/control.js";

/** Until the admin address is whole: that the sandbox is ready. */
export async function health({ path }: AdminRequest, { database, versions }: Control): Promise<AdminAnswer> {
  return path === "/health"
    ? json({ status: "ready", engine: database.engine, versions })
    : json({ status: 404, message: "there is only /health" }, 404);
}
