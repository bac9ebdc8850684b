import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";

/** Returns a 403 response unless the access token was issued to the application in the path. */
export function rejectOtherApplication({ parameters, caller }: RequestContext): ServiceResponse | undefined {
  return String(parameters.appId).toLowerCase() === caller.applicationId.toLowerCase()
    ? undefined
    : createErrorResponse(403, "FOREIGN_APPLICATION", "the access token belongs to another application");
}

/**
 * The businesses whose subscriptions the caller can see. The application itself sees all of them (undefined); a
 * business user sees those of the access token.
 */
export function listVisibleBusinesses({ caller }: RequestContext): readonly string[] | undefined {
  return caller.username === undefined ? undefined : caller.businessIds;
}
