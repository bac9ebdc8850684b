/** Who may call the sandbox: applications with their public keys, businesses, and users of businesses. */
export { type DemoKey, demoKey } from "./demo-key.js";
export type { TextRule } from "./fields.js";
export { businessesOf, keysOf, listApplications, listBusinesses, listUsers } from "./listing.js";
export { isPassword } from "./password.js";
export { algorithmsOf, KEY_ID, type PublicJwk, readPublicKey, type SigningAlgorithm } from "./public-key.js";
export { register, registerApplication, registerBusiness, registerUser } from "./register.js";
export {
  type Application,
  BUSINESS_ID,
  type Business,
  PASSWORD,
  type Registry,
  readRegistry,
  USERNAME,
  type User,
} from "./registry.js";
export { RegistryError } from "./registry-error.js";
