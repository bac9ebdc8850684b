export { getSubscription } from "./get-subscription.js";
export { listPlans } from "./list-plans.js";
export { listSubscriptions } from "./list-subscriptions.js";
