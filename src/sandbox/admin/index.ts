/** The admin API of a sandbox. */

export type { AdminContext, ChildDirectory, ChildView } from "./admin-context.js";
export type { AdminRequest, AdminResponse } from "./admin-response.js";
export { findAdminRefusal, handleAdminRequest } from "./handle-admin-request.js";
