// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

import type { components, operations, paths, webhooks as events } from "./types.js";

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

/** A schema as Standard Schema 1 defines it, which forms, routers and other libraries accept (standardschema.dev). */
export type StandardSchema<Value> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) =>
      | { readonly value: Value; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly (string | number)[] | undefined }[] };
    /** Exists in types only. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
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
export declare const AmountTotalsSchema: StandardSchema<components["schemas"]["AmountTotals"]>;
export declare const ApplicationIdSchema: StandardSchema<components["schemas"]["ApplicationId"]>;
export declare const BundleIdSchema: StandardSchema<components["schemas"]["BundleId"]>;
export declare const BusinessIdSchema: StandardSchema<components["schemas"]["BusinessId"]>;
export declare const BusinessTypeSchema: StandardSchema<components["schemas"]["BusinessType"]>;
export declare const CardSchema: StandardSchema<components["schemas"]["Card"]>;
export declare const CardBrandSchema: StandardSchema<components["schemas"]["CardBrand"]>;
export declare const CardIdSchema: StandardSchema<components["schemas"]["CardId"]>;
export declare const CardSourceSchema: StandardSchema<components["schemas"]["CardSource"]>;
export declare const CardStatusSchema: StandardSchema<components["schemas"]["CardStatus"]>;
export declare const CardTypeSchema: StandardSchema<components["schemas"]["CardType"]>;
export declare const ChannelIdSchema: StandardSchema<components["schemas"]["ChannelId"]>;
export declare const CreatedHookSchema: StandardSchema<components["schemas"]["CreatedHook"]>;
export declare const CurrencyCodeSchema: StandardSchema<components["schemas"]["CurrencyCode"]>;
export declare const CustomerSchema: StandardSchema<components["schemas"]["Customer"]>;
export declare const CustomerEmailsSchema: StandardSchema<components["schemas"]["CustomerEmails"]>;
export declare const CustomerPhonesSchema: StandardSchema<components["schemas"]["CustomerPhones"]>;
export declare const CustomerPresenceStatusSchema: StandardSchema<components["schemas"]["CustomerPresenceStatus"]>;
export declare const DeliveryModeSchema: StandardSchema<components["schemas"]["DeliveryMode"]>;
export declare const DeviceIdSchema: StandardSchema<components["schemas"]["DeviceId"]>;
export declare const DiscountSchema: StandardSchema<components["schemas"]["Discount"]>;
export declare const EmvDataSchema: StandardSchema<components["schemas"]["EmvData"]>;
export declare const EmvTagsSchema: StandardSchema<components["schemas"]["EmvTags"]>;
export declare const EntryDetailsSchema: StandardSchema<components["schemas"]["EntryDetails"]>;
export declare const EntryModeSchema: StandardSchema<components["schemas"]["EntryMode"]>;
export declare const ErrorBodySchema: StandardSchema<components["schemas"]["ErrorBody"]>;
export declare const FeeSchema: StandardSchema<components["schemas"]["Fee"]>;
export declare const FulfillmentStatusSchema: StandardSchema<components["schemas"]["FulfillmentStatus"]>;
export declare const FundingSourceSchema: StandardSchema<components["schemas"]["FundingSource"]>;
export declare const FundingSourceTypeSchema: StandardSchema<components["schemas"]["FundingSourceType"]>;
export declare const GrantTypeSchema: StandardSchema<components["schemas"]["GrantType"]>;
export declare const HookSchema: StandardSchema<components["schemas"]["Hook"]>;
export declare const HookIdSchema: StandardSchema<components["schemas"]["HookId"]>;
export declare const HookRegistrationSchema: StandardSchema<components["schemas"]["HookRegistration"]>;
export declare const ItemTaxSchema: StandardSchema<components["schemas"]["ItemTax"]>;
export declare const ItemTaxIdSchema: StandardSchema<components["schemas"]["ItemTaxId"]>;
export declare const ItemTaxTypeSchema: StandardSchema<components["schemas"]["ItemTaxType"]>;
export declare const JwtBearerGrantSchema: StandardSchema<components["schemas"]["JwtBearerGrant"]>;
export declare const LinkSchema: StandardSchema<components["schemas"]["Link"]>;
export declare const LinkMethodSchema: StandardSchema<components["schemas"]["LinkMethod"]>;
export declare const MonetaryAmountSchema: StandardSchema<components["schemas"]["MonetaryAmount"]>;
export declare const OrderSchema: StandardSchema<components["schemas"]["Order"]>;
export declare const OrderAmountsSchema: StandardSchema<components["schemas"]["OrderAmounts"]>;
export declare const OrderCancelledEventSchema: StandardSchema<components["schemas"]["OrderCancelledEvent"]>;
export declare const OrderCompletedEventSchema: StandardSchema<components["schemas"]["OrderCompletedEvent"]>;
export declare const OrderContextSchema: StandardSchema<components["schemas"]["OrderContext"]>;
export declare const OrderHistorySchema: StandardSchema<components["schemas"]["OrderHistory"]>;
export declare const OrderHistoryEventTypeSchema: StandardSchema<components["schemas"]["OrderHistoryEventType"]>;
export declare const OrderIdSchema: StandardSchema<components["schemas"]["OrderId"]>;
export declare const OrderItemSchema: StandardSchema<components["schemas"]["OrderItem"]>;
export declare const OrderItemStatusSchema: StandardSchema<components["schemas"]["OrderItemStatus"]>;
export declare const OrderListSchema: StandardSchema<components["schemas"]["OrderList"]>;
export declare const OrderOpenedEventSchema: StandardSchema<components["schemas"]["OrderOpenedEvent"]>;
export declare const OrderPatchSchema: StandardSchema<components["schemas"]["OrderPatch"]>;
export declare const OrderPatchOperationSchema: StandardSchema<components["schemas"]["OrderPatchOperation"]>;
export declare const OrderShipmentSchema: StandardSchema<components["schemas"]["OrderShipment"]>;
export declare const OrderSourceSchema: StandardSchema<components["schemas"]["OrderSource"]>;
export declare const OrderStatusSchema: StandardSchema<components["schemas"]["OrderStatus"]>;
export declare const OrderStatusesSchema: StandardSchema<components["schemas"]["OrderStatuses"]>;
export declare const OrderUpdatedEventSchema: StandardSchema<components["schemas"]["OrderUpdatedEvent"]>;
export declare const OrderWithLinksSchema: StandardSchema<components["schemas"]["OrderWithLinks"]>;
export declare const PageLinkSchema: StandardSchema<components["schemas"]["PageLink"]>;
export declare const PasswordGrantSchema: StandardSchema<components["schemas"]["PasswordGrant"]>;
export declare const PlanSchema: StandardSchema<components["schemas"]["Plan"]>;
export declare const PlanAmountSchema: StandardSchema<components["schemas"]["PlanAmount"]>;
export declare const PlanCancelPolicySchema: StandardSchema<components["schemas"]["PlanCancelPolicy"]>;
export declare const PlanIdSchema: StandardSchema<components["schemas"]["PlanId"]>;
export declare const PlanIntervalSchema: StandardSchema<components["schemas"]["PlanInterval"]>;
export declare const PlanListSchema: StandardSchema<components["schemas"]["PlanList"]>;
export declare const PlanScopeSchema: StandardSchema<components["schemas"]["PlanScope"]>;
export declare const PlanStartPolicySchema: StandardSchema<components["schemas"]["PlanStartPolicy"]>;
export declare const PlanStatusSchema: StandardSchema<components["schemas"]["PlanStatus"]>;
export declare const ProcessorOptionsSchema: StandardSchema<components["schemas"]["ProcessorOptions"]>;
export declare const ProcessorResponseSchema: StandardSchema<components["schemas"]["ProcessorResponse"]>;
export declare const ReferenceSchema: StandardSchema<components["schemas"]["Reference"]>;
export declare const ReferenceTypeSchema: StandardSchema<components["schemas"]["ReferenceType"]>;
export declare const RefreshTokenGrantSchema: StandardSchema<components["schemas"]["RefreshTokenGrant"]>;
export declare const RemoveAmountsOperationSchema: StandardSchema<components["schemas"]["RemoveAmountsOperation"]>;
export declare const ReplaceDiscountsOperationSchema: StandardSchema<components["schemas"]["ReplaceDiscountsOperation"]>;
export declare const ReplaceItemsOperationSchema: StandardSchema<components["schemas"]["ReplaceItemsOperation"]>;
export declare const ResourceLinkSchema: StandardSchema<components["schemas"]["ResourceLink"]>;
export declare const ResourceLinkRelationSchema: StandardSchema<components["schemas"]["ResourceLinkRelation"]>;
export declare const ScaIndicatorSchema: StandardSchema<components["schemas"]["ScaIndicator"]>;
export declare const SelectedVariantSchema: StandardSchema<components["schemas"]["SelectedVariant"]>;
export declare const SetAmountsOperationSchema: StandardSchema<components["schemas"]["SetAmountsOperation"]>;
export declare const SetCurrencyOperationSchema: StandardSchema<components["schemas"]["SetCurrencyOperation"]>;
export declare const SetSumOperationSchema: StandardSchema<components["schemas"]["SetSumOperation"]>;
export declare const SetTotalsOperationSchema: StandardSchema<components["schemas"]["SetTotalsOperation"]>;
export declare const SetTransactionFeeOperationSchema: StandardSchema<components["schemas"]["SetTransactionFeeOperation"]>;
export declare const SetTransactionFeesOperationSchema: StandardSchema<components["schemas"]["SetTransactionFeesOperation"]>;
export declare const SettlementStatusSchema: StandardSchema<components["schemas"]["SettlementStatus"]>;
export declare const ShipmentAddressSchema: StandardSchema<components["schemas"]["ShipmentAddress"]>;
export declare const ShipmentStatusSchema: StandardSchema<components["schemas"]["ShipmentStatus"]>;
export declare const ShipmentTypeSchema: StandardSchema<components["schemas"]["ShipmentType"]>;
export declare const StoreIdSchema: StandardSchema<components["schemas"]["StoreId"]>;
export declare const SubscriptionSchema: StandardSchema<components["schemas"]["Subscription"]>;
export declare const SubscriptionIdSchema: StandardSchema<components["schemas"]["SubscriptionId"]>;
export declare const SubscriptionListSchema: StandardSchema<components["schemas"]["SubscriptionList"]>;
export declare const SubscriptionPhaseSchema: StandardSchema<components["schemas"]["SubscriptionPhase"]>;
export declare const SubscriptionStatusSchema: StandardSchema<components["schemas"]["SubscriptionStatus"]>;
export declare const SumPathSchema: StandardSchema<components["schemas"]["SumPath"]>;
export declare const TimestampSchema: StandardSchema<components["schemas"]["Timestamp"]>;
export declare const TokenRequestSchema: StandardSchema<components["schemas"]["TokenRequest"]>;
export declare const TokenResponseSchema: StandardSchema<components["schemas"]["TokenResponse"]>;
export declare const TokenScopeSchema: StandardSchema<components["schemas"]["TokenScope"]>;
export declare const TokenTypeSchema: StandardSchema<components["schemas"]["TokenType"]>;
export declare const TransactionSchema: StandardSchema<components["schemas"]["Transaction"]>;
export declare const TransactionActionSchema: StandardSchema<components["schemas"]["TransactionAction"]>;
export declare const TransactionAmountsSchema: StandardSchema<components["schemas"]["TransactionAmounts"]>;
export declare const TransactionContextSchema: StandardSchema<components["schemas"]["TransactionContext"]>;
export declare const TransactionFeeSchema: StandardSchema<components["schemas"]["TransactionFee"]>;
export declare const TransactionIdSchema: StandardSchema<components["schemas"]["TransactionId"]>;
export declare const TransactionInstructionSchema: StandardSchema<components["schemas"]["TransactionInstruction"]>;
export declare const TransactionLinkSchema: StandardSchema<components["schemas"]["TransactionLink"]>;
export declare const TransactionLinkRelationSchema: StandardSchema<components["schemas"]["TransactionLinkRelation"]>;
export declare const TransactionListSchema: StandardSchema<components["schemas"]["TransactionList"]>;
export declare const TransactionStatusSchema: StandardSchema<components["schemas"]["TransactionStatus"]>;
export declare const TransactionStatusSummarySchema: StandardSchema<components["schemas"]["TransactionStatusSummary"]>;
export declare const UnitOfMeasureSchema: StandardSchema<components["schemas"]["UnitOfMeasure"]>;
export declare const WebhookEventSchema: StandardSchema<components["schemas"]["WebhookEvent"]>;
export declare const WebhookEventIdSchema: StandardSchema<components["schemas"]["WebhookEventId"]>;
export declare const WebhookEventTypeSchema: StandardSchema<components["schemas"]["WebhookEventType"]>;
