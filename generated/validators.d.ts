// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

import type { operations, paths, webhooks as events } from "./types.js";

/** One keyword that a value did not satisfy. */
export type ValidationError = {
  /** JSON Pointer of the place in the value. */
  readonly instancePath: string;
  /** Where the keyword is in the spec. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
};

/** Whether a value satisfies a schema; when it does not, `errors` says why until the next call. */
export type Validator<Value = unknown> = {
  (value: unknown): value is Value;
  errors?: readonly ValidationError[] | null;
};

declare const operation0: {
  readonly parameters: {
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
    };
  };
  readonly request: {
    readonly "application/x-www-form-urlencoded": Validator<NonNullable<operations["createToken"]["requestBody"]>["content"]["application/x-www-form-urlencoded"]>;
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["createToken"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["createToken"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["createToken"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["createToken"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["createToken"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["createToken"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation1: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
    };
    readonly query: {
      readonly startAt: Validator;
      readonly endAt: Validator;
      readonly timeType: Validator;
      readonly startOffset: Validator;
      readonly limit: Validator;
      readonly cardNumberFirst6: Validator;
      readonly cardNumberLast4: Validator;
      readonly cardExpirationMonth: Validator;
      readonly cardExpirationYear: Validator;
      readonly cardHolderFirstName: Validator;
      readonly cardHolderLastName: Validator;
      readonly storeId: Validator;
      readonly orderNumber: Validator;
      readonly orderStatus: Validator;
      readonly includeStaysAll: Validator;
      readonly includeOrderHistories: Validator;
      readonly includeOrderShipments: Validator;
      readonly customerUserId: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
      readonly "If-Modified-Since": Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["listOrders"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["listOrders"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["listOrders"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["listOrders"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["listOrders"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["listOrders"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation2: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
      readonly orderId: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
      readonly "If-Modified-Since": Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["getOrder"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["getOrder"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["getOrder"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["getOrder"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["getOrder"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["getOrder"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation3: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
      readonly orderId: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["recordOrder"]["requestBody"]>["content"]["application/json"]>;
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "201": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][201]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["recordOrder"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation4: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
      readonly orderId: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["updateOrder"]["requestBody"]>["content"]["application/json"]>;
    readonly "application/json-patch+json": Validator<NonNullable<operations["updateOrder"]["requestBody"]>["content"]["application/json-patch+json"]>;
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["updateOrder"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["updateOrder"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["updateOrder"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["updateOrder"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["updateOrder"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["updateOrder"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation5: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
      readonly orderId: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["listOrderShipments"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["listOrderShipments"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["listOrderShipments"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["listOrderShipments"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["listOrderShipments"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["listOrderShipments"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation6: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
      readonly orderId: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["listOrderHistories"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["listOrderHistories"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["listOrderHistories"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["listOrderHistories"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["listOrderHistories"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["listOrderHistories"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation7: {
  readonly parameters: {
    readonly path: {
      readonly businessId: Validator;
    };
    readonly query: {
      readonly startAt: Validator;
      readonly endAt: Validator;
      readonly timeType: Validator;
      readonly startOffset: Validator;
      readonly limit: Validator;
      readonly storeId: Validator;
      readonly deviceId: Validator;
      readonly tid: Validator;
      readonly searchKey: Validator;
      readonly cardNumberFirst6: Validator;
      readonly cardNumberLast4: Validator;
      readonly cardExpirationMonth: Validator;
      readonly cardExpirationYear: Validator;
      readonly cardHolderFirstName: Validator;
      readonly cardHolderLastName: Validator;
      readonly action: Validator;
      readonly status: Validator;
      readonly transactionIds: Validator;
      readonly authOnly: Validator;
      readonly unsettledOnly: Validator;
      readonly creditDebitOnly: Validator;
      readonly orderBy: Validator;
    };
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
      readonly "If-Modified-Since": Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["listTransactions"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["listTransactions"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["listTransactions"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["listTransactions"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["listTransactions"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["listTransactions"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation8: {
  readonly parameters: {
    readonly path: {
      readonly appId: Validator;
    };
    readonly query: {
      readonly businessId: Validator;
      readonly start: Validator;
      readonly count: Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["listSubscriptions"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["listSubscriptions"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["listSubscriptions"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["listSubscriptions"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["listSubscriptions"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["listSubscriptions"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation9: {
  readonly parameters: {
    readonly path: {
      readonly appId: Validator;
      readonly subscriptionId: Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["getSubscription"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["getSubscription"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["getSubscription"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["getSubscription"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["getSubscription"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["getSubscription"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation10: {
  readonly parameters: {
    readonly path: {
      readonly appId: Validator;
    };
  };
  readonly responses: {
    readonly "200": {
      readonly "application/json": Validator<operations["listPlans"]["responses"][200]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["listPlans"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["listPlans"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["listPlans"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["listPlans"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["listPlans"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation11: {
  readonly parameters: {
    readonly header: {
      readonly "Api-Version": Validator;
      readonly "Service-Request-Id": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["createHook"]["requestBody"]>["content"]["application/json"]>;
  };
  readonly responses: {
    readonly "201": {
      readonly "application/json": Validator<operations["createHook"]["responses"][201]["content"]["application/json"]>;
    };
    readonly "400": {
      readonly "application/json": Validator<operations["createHook"]["responses"][400]["content"]["application/json"]>;
    };
    readonly "401": {
      readonly "application/json": Validator<operations["createHook"]["responses"][401]["content"]["application/json"]>;
    };
    readonly "403": {
      readonly "application/json": Validator<operations["createHook"]["responses"][403]["content"]["application/json"]>;
    };
    readonly "404": {
      readonly "application/json": Validator<operations["createHook"]["responses"][404]["content"]["application/json"]>;
    };
    readonly "500": {
      readonly "application/json": Validator<operations["createHook"]["responses"][500]["content"]["application/json"]>;
    };
  };
};
declare const operation12: {
  readonly parameters: {
    readonly header: {
      readonly "Service-Webhook-Signature": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["onOrderOpened"]["requestBody"]>["content"]["application/json"]>;
  };
  readonly responses: {
    readonly "200": {};
  };
};
declare const operation13: {
  readonly parameters: {
    readonly header: {
      readonly "Service-Webhook-Signature": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["onOrderCompleted"]["requestBody"]>["content"]["application/json"]>;
  };
  readonly responses: {
    readonly "200": {};
  };
};
declare const operation14: {
  readonly parameters: {
    readonly header: {
      readonly "Service-Webhook-Signature": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["onOrderCancelled"]["requestBody"]>["content"]["application/json"]>;
  };
  readonly responses: {
    readonly "200": {};
  };
};
declare const operation15: {
  readonly parameters: {
    readonly header: {
      readonly "Service-Webhook-Signature": Validator;
    };
  };
  readonly request: {
    readonly "application/json": Validator<NonNullable<operations["onOrderUpdated"]["requestBody"]>["content"]["application/json"]>;
  };
  readonly responses: {
    readonly "200": {};
  };
};

export declare const validators: {
  readonly createToken: typeof operation0;
  readonly listOrders: typeof operation1;
  readonly getOrder: typeof operation2;
  readonly recordOrder: typeof operation3;
  readonly updateOrder: typeof operation4;
  readonly listOrderShipments: typeof operation5;
  readonly listOrderHistories: typeof operation6;
  readonly listTransactions: typeof operation7;
  readonly listSubscriptions: typeof operation8;
  readonly getSubscription: typeof operation9;
  readonly listPlans: typeof operation10;
  readonly createHook: typeof operation11;
};
export declare const webhooks: {
  readonly onOrderOpened: typeof operation12;
  readonly onOrderCompleted: typeof operation13;
  readonly onOrderCancelled: typeof operation14;
  readonly onOrderUpdated: typeof operation15;
};
export { operation0 as createToken, operation1 as listOrders, operation2 as getOrder, operation3 as recordOrder, operation4 as updateOrder, operation5 as listOrderShipments, operation6 as listOrderHistories, operation7 as listTransactions, operation8 as listSubscriptions, operation9 as getSubscription, operation10 as listPlans, operation11 as createHook, operation12 as onOrderOpened, operation13 as onOrderCompleted, operation14 as onOrderCancelled, operation15 as onOrderUpdated };
