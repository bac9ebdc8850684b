/** The tenants of a sandbox: applications with their public keys, businesses, and business users. */
export { type DemoKey, deriveDemoKey } from "./demo-key.js";
export {
  findApplicationKeys,
  listApplicationBusinesses,
  listApplications,
  listBusinesses,
  listUsers,
} from "./list-tenants.js";
export { isCorrectPassword } from "./password.js";
export { type AssertionAlgorithm, KEY_ID, listAlgorithms, type PublicJwk, readPublicKey } from "./public-key.js";
export type { TextRule } from "./read-fields.js";
export { registerApplication, registerBusiness, registerTenants, registerUser } from "./register-tenants.js";
export {
  BUSINESS_ID,
  type Business,
  PASSWORD,
  readTenants,
  type TenantApplication,
  type Tenants,
  USERNAME,
  type User,
} from "./tenants.js";
export { TenantsError } from "./tenants-error.js";
