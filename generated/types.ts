// Generated from the OpenAPI spec. Do not edit: change the spec and generate again.
// @generated

/**
 * Strings that stand for one kind of thing, so that two kinds cannot be swapped. They cost nothing when the program
 * runs. What the service answers is branded already; brand a string of your own by saying what it is:
 *
 *     const id = "..." as ApplicationId;
 */
export declare namespace Brand {
  type ApplicationId = string & { readonly "~brand": "ApplicationId" };
  type BundleId = string & { readonly "~brand": "BundleId" };
  type BusinessId = string & { readonly "~brand": "BusinessId" };
  type CardId = string & { readonly "~brand": "CardId" };
  type ChannelId = string & { readonly "~brand": "ChannelId" };
  type DeviceId = string & { readonly "~brand": "DeviceId" };
  type HookId = string & { readonly "~brand": "HookId" };
  type ItemTaxId = string & { readonly "~brand": "ItemTaxId" };
  type OrderId = string & { readonly "~brand": "OrderId" };
  type PlanId = string & { readonly "~brand": "PlanId" };
  type RefreshGrantType = string & { readonly "~brand": "RefreshGrantType" };
  type StoreId = string & { readonly "~brand": "StoreId" };
  type SubscriptionId = string & { readonly "~brand": "SubscriptionId" };
  type TransactionFeePath = string & { readonly "~brand": "TransactionFeePath" };
  type TransactionId = string & { readonly "~brand": "TransactionId" };
  type WebhookEventId = string & { readonly "~brand": "WebhookEventId" };
}

/** An operation as openapi-fetch needs it: in bodies, enumerations that are open are plain strings. */
type OpenapiFetch<Operation> = {
  [Part in keyof Operation]: Part extends "requestBody" | "responses" ? PlainStrings<Operation[Part]> : Operation[Part];
};
type PlainStrings<T> = string extends T ? string | PlainProperties<T extends string ? never : T> : PlainProperties<T>;
type PlainProperties<T> = T extends object ? { [Name in keyof T]: PlainStrings<T[Name]> } : T;

export interface paths {
  "/token": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an access token
     * @description Issues an access token for all other endpoints.
     *
     *   - JWT bearer grant: the form contains a JSON Web Token (JWT) that the client has signed with its private key.
     *   - Password grant: the `Authorization` header contains the self-signed JWT, and the form contains the credentials of a business user.
     *   - Refresh token grant: the value of the grant type and the other parameters are not specified.
     *
     *   Access tokens come with a refresh token, which is used to renew expired ones.
     */
    post: OpenapiFetch<operations["createToken"]>;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/businesses/{businessId}/orders": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
      };
      cookie?: never;
    };
    /**
     * List the orders of a business
     * @description Lists orders of a business.
     *   Without filters, all orders since the business started are returned, 10 at a time with a `next` link.
     *   Follow the link to get the next page.
     */
    get: OpenapiFetch<operations["listOrders"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/businesses/{businessId}/orders/{orderId}": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order. */
        orderId: components["parameters"]["OrderIdPath"];
      };
      cookie?: never;
    };
    /**
     * Get an order
     * @description Returns one order.
     *   Responses sometimes include links to immediately related orders.
     */
    get: OpenapiFetch<operations["getOrder"]>;
    /**
     * Record an order
     * @description Records an order that has already happened.
     *   Body must be a fully populated order: the service records what is passed.
     */
    put: OpenapiFetch<operations["recordOrder"]>;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update an order
     * @description Updates an order with a JSON Patch document.
     *   Updates are allowed to order-level amounts.
     *   On `/items` and `/discounts` the operation `replace` is allowed.
     */
    patch: OpenapiFetch<operations["updateOrder"]>;
    trace?: never;
  };
  "/businesses/{businessId}/orders/{orderId}/shipments": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order that the items belong to. */
        orderId: components["parameters"]["ParentOrderIdPath"];
      };
      cookie?: never;
    };
    /**
     * List the shipments of an order
     * @description Returns all order shipments of the order.
     */
    get: OpenapiFetch<operations["listOrderShipments"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/businesses/{businessId}/orders/{orderId}/histories": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order that the items belong to. */
        orderId: components["parameters"]["ParentOrderIdPath"];
      };
      cookie?: never;
    };
    /**
     * List the history events of an order
     * @description Returns all order history events of the order.
     */
    get: OpenapiFetch<operations["listOrderHistories"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/businesses/{businessId}/transactions": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
      };
      cookie?: never;
    };
    /**
     * List the transactions of a business
     * @description Lists transactions of a business.
     *   Without filters, all transactions since the business started are returned, 10 at a time with a `next` link.
     *   Follow the link to get the next page.
     */
    get: OpenapiFetch<operations["listTransactions"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apps/{appId}/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the application. */
        appId: components["parameters"]["ApplicationIdPath"];
      };
      cookie?: never;
    };
    /**
     * List the subscriptions of an application
     * @description Lists active subscriptions of an application.
     *   Without `businessId`, subscriptions of all merchants are listed.
     */
    get: OpenapiFetch<operations["listSubscriptions"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apps/{appId}/subscriptions/{subscriptionId}": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the application. */
        appId: components["parameters"]["ApplicationIdPath"];
        /** @description Identifier of the subscription. */
        subscriptionId: components["parameters"]["SubscriptionIdPath"];
      };
      cookie?: never;
    };
    /**
     * Get a subscription
     * @description Returns one subscription.
     */
    get: OpenapiFetch<operations["getSubscription"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/apps/{appId}/plans": {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the application. */
        appId: components["parameters"]["ApplicationIdPath"];
      };
      cookie?: never;
    };
    /**
     * List the plans of an application
     * @description Returns the plans of the application.
     */
    get: OpenapiFetch<operations["listPlans"]>;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/hooks": {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
      };
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a webhook registration
     * @description Registers a webhook: a URL that receives signed notifications about state changes of resources.
     *   New registrations are active, and their secret is masked in the response.
     */
    post: OpenapiFetch<operations["createHook"]>;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  "order-opened": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Announce an opened order
     * @description Announces to the registered URL that an order has been opened.
     *   Delivery is authenticated by the header `Service-Webhook-Signature`.
     *   Listeners must acknowledge with status 200 within 2 seconds.
     *   Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
     *   Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
     *   Endpoint of that list is not specified.
     *   Operation that emits this event is not specified.
     *   Number and interval of retries are not specified.
     */
    post: operations["onOrderOpened"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "order-completed": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Announce a completed order
     * @description Announces to the registered URL that an order has been completed.
     *   Delivery is authenticated by the header `Service-Webhook-Signature`.
     *   Listeners must acknowledge with status 200 within 2 seconds.
     *   Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
     *   Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
     *   Endpoint of that list is not specified.
     *   Operation that emits this event is not specified.
     *   Number and interval of retries are not specified.
     */
    post: operations["onOrderCompleted"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "order-cancelled": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Announce a cancelled order
     * @description Announces to the registered URL that an order has been cancelled.
     *   Delivery is authenticated by the header `Service-Webhook-Signature`.
     *   Listeners must acknowledge with status 200 within 2 seconds.
     *   Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
     *   Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
     *   Endpoint of that list is not specified.
     *   Operation that emits this event is not specified.
     *   Number and interval of retries are not specified.
     */
    post: operations["onOrderCancelled"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "order-updated": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Announce an updated order
     * @description Announces to the registered URL that an order has been updated.
     *   Delivery is authenticated by the header `Service-Webhook-Signature`.
     *   Listeners must acknowledge with status 200 within 2 seconds.
     *   Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
     *   Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
     *   Endpoint of that list is not specified.
     *   Operation that emits this event is not specified.
     *   Number and interval of retries are not specified.
     */
    post: operations["onOrderUpdated"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    AmountTotals: AmountTotals;
    ApplicationId: ApplicationId;
    BundleId: BundleId;
    BusinessId: BusinessId;
    BusinessType: BusinessType;
    Card: Card;
    CardBrand: CardBrand;
    CardId: CardId;
    CardSource: CardSource;
    CardStatus: CardStatus;
    CardType: CardType;
    ChannelId: ChannelId;
    CreatedHook: CreatedHook;
    CurrencyCode: CurrencyCode;
    Customer: Customer;
    CustomerEmails: CustomerEmails;
    CustomerPhones: CustomerPhones;
    CustomerPresenceStatus: CustomerPresenceStatus;
    DeliveryMode: DeliveryMode;
    DeviceId: DeviceId;
    Discount: Discount;
    EmvData: EmvData;
    EmvTags: EmvTags;
    EntryDetails: EntryDetails;
    EntryMode: EntryMode;
    ErrorBody: ErrorBody;
    Fee: Fee;
    FulfillmentStatus: FulfillmentStatus;
    FundingSource: FundingSource;
    FundingSourceType: FundingSourceType;
    GrantType: GrantType;
    Hook: Hook;
    HookId: HookId;
    HookRegistration: HookRegistration;
    ItemTax: ItemTax;
    ItemTaxId: ItemTaxId;
    ItemTaxType: ItemTaxType;
    JwtBearerGrant: JwtBearerGrant;
    Link: Link;
    LinkMethod: LinkMethod;
    MonetaryAmount: MonetaryAmount;
    Order: Order;
    OrderAmounts: OrderAmounts;
    OrderCancelledEvent: OrderCancelledEvent;
    OrderCompletedEvent: OrderCompletedEvent;
    OrderContext: OrderContext;
    OrderHistory: OrderHistory;
    OrderHistoryEventType: OrderHistoryEventType;
    OrderId: OrderId;
    OrderItem: OrderItem;
    OrderItemStatus: OrderItemStatus;
    OrderList: OrderList;
    OrderOpenedEvent: OrderOpenedEvent;
    OrderPatch: OrderPatch;
    OrderPatchOperation: OrderPatchOperation;
    OrderShipment: OrderShipment;
    OrderSource: OrderSource;
    OrderStatus: OrderStatus;
    OrderStatuses: OrderStatuses;
    OrderUpdatedEvent: OrderUpdatedEvent;
    OrderWithLinks: OrderWithLinks;
    PageLink: PageLink;
    PasswordGrant: PasswordGrant;
    Plan: Plan;
    PlanAmount: PlanAmount;
    PlanCancelPolicy: PlanCancelPolicy;
    PlanId: PlanId;
    PlanInterval: PlanInterval;
    PlanList: PlanList;
    PlanScope: PlanScope;
    PlanStartPolicy: PlanStartPolicy;
    PlanStatus: PlanStatus;
    ProcessorOptions: ProcessorOptions;
    ProcessorResponse: ProcessorResponse;
    Reference: Reference;
    ReferenceType: ReferenceType;
    RefreshTokenGrant: RefreshTokenGrant;
    RemoveAmountsOperation: RemoveAmountsOperation;
    ReplaceDiscountsOperation: ReplaceDiscountsOperation;
    ReplaceItemsOperation: ReplaceItemsOperation;
    ResourceLink: ResourceLink;
    ResourceLinkRelation: ResourceLinkRelation;
    ScaIndicator: ScaIndicator;
    SelectedVariant: SelectedVariant;
    SetAmountsOperation: SetAmountsOperation;
    SetCurrencyOperation: SetCurrencyOperation;
    SetSumOperation: SetSumOperation;
    SetTotalsOperation: SetTotalsOperation;
    SetTransactionFeeOperation: SetTransactionFeeOperation;
    SetTransactionFeesOperation: SetTransactionFeesOperation;
    SettlementStatus: SettlementStatus;
    ShipmentAddress: ShipmentAddress;
    ShipmentStatus: ShipmentStatus;
    ShipmentType: ShipmentType;
    StoreId: StoreId;
    Subscription: Subscription;
    SubscriptionId: SubscriptionId;
    SubscriptionList: SubscriptionList;
    SubscriptionPhase: SubscriptionPhase;
    SubscriptionStatus: SubscriptionStatus;
    SumPath: SumPath;
    Timestamp: Timestamp;
    TokenRequest: TokenRequest;
    TokenResponse: TokenResponse;
    TokenScope: TokenScope;
    TokenType: TokenType;
    Transaction: Transaction;
    TransactionAction: TransactionAction;
    TransactionAmounts: TransactionAmounts;
    TransactionContext: TransactionContext;
    TransactionFee: TransactionFee;
    TransactionId: TransactionId;
    TransactionInstruction: TransactionInstruction;
    TransactionLink: TransactionLink;
    TransactionLinkRelation: TransactionLinkRelation;
    TransactionList: TransactionList;
    TransactionStatus: TransactionStatus;
    TransactionStatusSummary: TransactionStatusSummary;
    UnitOfMeasure: UnitOfMeasure;
    WebhookEvent: WebhookEvent;
    WebhookEventId: WebhookEventId;
    WebhookEventType: WebhookEventType;
  };
  responses: {
    /**
     * @description Bad request.
     *   Conditions for this status are not specified.
     */
    BadRequest: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorBody;
      };
    };
    /**
     * @description Forbidden.
     *   Conditions for this status are not specified.
     */
    Forbidden: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorBody;
      };
    };
    /**
     * @description Internal server error.
     *   Conditions for this status are not specified.
     */
    InternalServerError: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorBody;
      };
    };
    /**
     * @description Not found.
     *   Conditions for this status are not specified.
     */
    NotFound: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorBody;
      };
    };
    /**
     * @description Unauthorized: access token is invalid, or authorization is needed.
     *   Missing or invalid tokens result in this status.
     */
    Unauthorized: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        "application/json": ErrorBody;
      };
    };
  };
  parameters: {
    /**
     * @description Action of a transaction.
     *   Only transactions with this action are listed.
     */
    ActionQuery: TransactionAction;
    /**
     * @description Version of the API that the request uses.
     *   Other supported versions and the deprecation policy are not specified.
     */
    ApiVersionHeader: "1.2";
    /** @description Identifier of the application. */
    ApplicationIdPath: ApplicationId;
    /** @description Specifies if only auth-only transactions are listed. */
    AuthOnlyQuery: boolean;
    /** @description Identifier of the business. */
    BusinessIdPath: `${Brand.BusinessId}`;
    /**
     * @description Identifier of a business.
     *   When absent, subscriptions of all merchants are listed.
     */
    BusinessIdQuery: `${Brand.BusinessId}`;
    /**
     * @description Month in which a card expires.
     *   Only transactions by cards expiring in this month, or orders with such a transaction, are listed.
     */
    CardExpirationMonthQuery: number;
    /**
     * @description Year in which a card expires.
     *   Only transactions by cards expiring in this year, or orders with such a transaction, are listed.
     */
    CardExpirationYearQuery: number;
    /**
     * @description Given name of the holder of a card.
     *   Only transactions by cards whose holder has this given name, or orders with such a transaction, are listed.
     */
    CardHolderFirstNameQuery: string;
    /**
     * @description Family name of the holder of a card.
     *   Only transactions by cards whose holder has this family name, or orders with such a transaction, are listed.
     */
    CardHolderLastNameQuery: string;
    /**
     * @description First 6 digits of a card number.
     *   Only transactions by cards starting with these digits, or orders with such a transaction, are listed.
     */
    CardNumberFirst6Query: string;
    /**
     * @description Last 4 digits of a card number.
     *   Only transactions by cards ending with these digits, or orders with such a transaction, are listed.
     */
    CardNumberLast4Query: string;
    /** @description Number of items on a page. */
    CountQuery: number;
    /**
     * @description Specifies if only credit and debit transactions are listed.
     *   Any card filter and `unsettledOnly` limit the result in the same way.
     */
    CreditDebitOnlyQuery: boolean;
    /**
     * @description Identifier of a customer.
     *   Only orders placed by this customer are listed.
     */
    CustomerUserIdQuery: number;
    /** @description Identifier of a device, as a filter for transactions. */
    DeviceIdQuery: `${Brand.DeviceId}`;
    /**
     * @description End of the time window.
     *   When absent, it is the latest time (now).
     */
    EndAtQuery: Timestamp;
    /**
     * @description Unique identifier of the request.
     *   Enforces idempotency where appropriate.
     */
    IdempotencyKeyHeader: string;
    /**
     * @description Only items updated since this date and time are listed.
     *   Clients are advised to start paging with this header.
     *   Ignored when `startAt` is present.
     */
    IfModifiedSinceHeader: Timestamp;
    /**
     * @description Date and time when the client last read the order.
     *   Effect on a single order is not specified.
     */
    IfModifiedSinceOrderHeader: Timestamp;
    /**
     * @description Specifies if the histories of the orders are included.
     *   Default is not specified.
     */
    IncludeOrderHistoriesQuery: boolean;
    /**
     * @description Specifies if the shipments of the orders are included.
     *   Default is not specified.
     */
    IncludeOrderShipmentsQuery: boolean;
    /**
     * @description Specifies if stay orders are included.
     *   Neither the meaning of stay orders nor the default of the flag is specified.
     */
    IncludeStaysAllQuery: boolean;
    /** @description Number of items to return. */
    LimitQuery: number;
    /**
     * @description Sort order of the transactions.
     *   Values are not specified.
     */
    OrderByQuery: string;
    /** @description Identifier of the order. */
    OrderIdPath: `${Brand.OrderId}`;
    /** @description Number of an order, as a filter for orders. */
    OrderNumberQuery: string;
    /**
     * @description Status of an order.
     *   Only orders with this status are listed.
     */
    OrderStatusQuery: OrderStatus;
    /** @description Identifier of the order that the items belong to. */
    ParentOrderIdPath: `${Brand.OrderId}`;
    /**
     * @description Unique identifier of the request.
     *   Enforces idempotency where appropriate, usually on `POST` requests.
     */
    RequestIdHeader: string;
    /**
     * @description Unique identifier of the request, required for recording and updating an order.
     *   Enforces idempotency where appropriate.
     */
    RequiredIdempotencyKeyHeader: string;
    /**
     * @description Key that the server searches for in several fields.
     *   Names of the fields are not specified.
     */
    SearchKeyQuery: string;
    /**
     * @description Start of the time window, compared with `updatedAt` of each item.
     *   When present, the server ignores `If-Modified-Since`.
     */
    StartAtQuery: Timestamp;
    /**
     * @description Offset from the first item.
     *   Used by the server in the links that it generates: clients generally leave it unset.
     */
    StartOffsetQuery: number;
    /**
     * @description Date and time at which pagination starts.
     *   Way to get the next page is not specified.
     */
    StartQuery: Timestamp;
    /**
     * @description Status of a transaction.
     *   Only transactions with this status are listed.
     */
    StatusQuery: TransactionStatus;
    /**
     * @description Identifier of a store.
     *   Only items of this store are listed.
     */
    StoreIdQuery: `${Brand.StoreId}`;
    /** @description Identifier of the subscription. */
    SubscriptionIdPath: `${Brand.SubscriptionId}`;
    /**
     * @description Additional identifier, as a filter for transactions.
     *   Meaning of the identifier is not specified.
     */
    TidQuery: string;
    /**
     * @description Type of time.
     *   Meaning and values are not specified.
     */
    TimeTypeQuery: string;
    /**
     * @description Identifiers of transactions, separated by commas.
     *   Only these transactions are listed.
     */
    TransactionIdsQuery: `${Brand.TransactionId}`[];
    /**
     * @description Specifies if only unsettled transactions are listed.
     *   Limits the result to credit and debit transactions.
     */
    UnsettledOnlyQuery: boolean;
    /**
     * @description Signature of the delivery: base64 encoding of the binary HMAC-SHA1 of the payload, with the registered secret as the key.
     *   Receivers compute the signature of the payload and compare it with the header.
     *   Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
     */
    WebhookSignatureHeader: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  createToken: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate, usually on `POST` requests.
         */
        "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description Grant, form-encoded. */
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": TokenRequest;
      };
    };
    responses: {
      /** @description Operation was successful, an access token was issued. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": TokenResponse;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /**
         * @description Start of the time window, compared with `updatedAt` of each item.
         *   When present, the server ignores `If-Modified-Since`.
         */
        startAt?: components["parameters"]["StartAtQuery"];
        /**
         * @description End of the time window.
         *   When absent, it is the latest time (now).
         */
        endAt?: components["parameters"]["EndAtQuery"];
        /**
         * @description Type of time.
         *   Meaning and values are not specified.
         */
        timeType?: components["parameters"]["TimeTypeQuery"];
        /**
         * @description Offset from the first item.
         *   Used by the server in the links that it generates: clients generally leave it unset.
         */
        startOffset?: components["parameters"]["StartOffsetQuery"];
        /** @description Number of items to return. */
        limit?: components["parameters"]["LimitQuery"];
        /**
         * @description First 6 digits of a card number.
         *   Only transactions by cards starting with these digits, or orders with such a transaction, are listed.
         */
        cardNumberFirst6?: components["parameters"]["CardNumberFirst6Query"];
        /**
         * @description Last 4 digits of a card number.
         *   Only transactions by cards ending with these digits, or orders with such a transaction, are listed.
         */
        cardNumberLast4?: components["parameters"]["CardNumberLast4Query"];
        /**
         * @description Month in which a card expires.
         *   Only transactions by cards expiring in this month, or orders with such a transaction, are listed.
         */
        cardExpirationMonth?: components["parameters"]["CardExpirationMonthQuery"];
        /**
         * @description Year in which a card expires.
         *   Only transactions by cards expiring in this year, or orders with such a transaction, are listed.
         */
        cardExpirationYear?: components["parameters"]["CardExpirationYearQuery"];
        /**
         * @description Given name of the holder of a card.
         *   Only transactions by cards whose holder has this given name, or orders with such a transaction, are listed.
         */
        cardHolderFirstName?: components["parameters"]["CardHolderFirstNameQuery"];
        /**
         * @description Family name of the holder of a card.
         *   Only transactions by cards whose holder has this family name, or orders with such a transaction, are listed.
         */
        cardHolderLastName?: components["parameters"]["CardHolderLastNameQuery"];
        /**
         * @description Identifier of a store.
         *   Only items of this store are listed.
         */
        storeId?: components["parameters"]["StoreIdQuery"];
        /** @description Number of an order, as a filter for orders. */
        orderNumber?: components["parameters"]["OrderNumberQuery"];
        /**
         * @description Status of an order.
         *   Only orders with this status are listed.
         */
        orderStatus?: components["parameters"]["OrderStatusQuery"];
        /**
         * @description Specifies if stay orders are included.
         *   Neither the meaning of stay orders nor the default of the flag is specified.
         */
        includeStaysAll?: components["parameters"]["IncludeStaysAllQuery"];
        /**
         * @description Specifies if the histories of the orders are included.
         *   Default is not specified.
         */
        includeOrderHistories?: components["parameters"]["IncludeOrderHistoriesQuery"];
        /**
         * @description Specifies if the shipments of the orders are included.
         *   Default is not specified.
         */
        includeOrderShipments?: components["parameters"]["IncludeOrderShipmentsQuery"];
        /**
         * @description Identifier of a customer.
         *   Only orders placed by this customer are listed.
         */
        customerUserId?: components["parameters"]["CustomerUserIdQuery"];
      };
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate, usually on `POST` requests.
         */
        "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
        /**
         * @description Only items updated since this date and time are listed.
         *   Clients are advised to start paging with this header.
         *   Ignored when `startAt` is present.
         */
        "If-Modified-Since"?: components["parameters"]["IfModifiedSinceHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, one page of orders is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": OrderList;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate, usually on `POST` requests.
         */
        "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
        /**
         * @description Date and time when the client last read the order.
         *   Effect on a single order is not specified.
         */
        "If-Modified-Since"?: components["parameters"]["IfModifiedSinceOrderHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order. */
        orderId: components["parameters"]["OrderIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, the order is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": OrderWithLinks;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  recordOrder: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request, required for recording and updating an order.
         *   Enforces idempotency where appropriate.
         */
        "Service-Request-Id": components["parameters"]["RequiredIdempotencyKeyHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order. */
        orderId: components["parameters"]["OrderIdPath"];
      };
      cookie?: never;
    };
    /**
     * @description Order to record, fully populated.
     *   Requests without a body are valid too.
     */
    requestBody?: {
      content: {
        "application/json": Order;
      };
    };
    responses: {
      /** @description Operation was successful, the recorded order is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": Order;
        };
      };
      /** @description Created, a new order was recorded and is returned. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": Order;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  updateOrder: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request, required for recording and updating an order.
         *   Enforces idempotency where appropriate.
         */
        "Service-Request-Id": components["parameters"]["RequiredIdempotencyKeyHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order. */
        orderId: components["parameters"]["OrderIdPath"];
      };
      cookie?: never;
    };
    /** @description JSON Patch document. */
    requestBody: {
      content: {
        "application/json": OrderPatch;
        "application/json-patch+json": OrderPatch;
      };
    };
    responses: {
      /** @description Operation was successful, the updated order is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": Order;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  listOrderShipments: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate, usually on `POST` requests.
         */
        "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order that the items belong to. */
        orderId: components["parameters"]["ParentOrderIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, all shipments are returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": OrderShipment[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  listOrderHistories: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate, usually on `POST` requests.
         */
        "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
        /** @description Identifier of the order that the items belong to. */
        orderId: components["parameters"]["ParentOrderIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, all history events are returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": OrderHistory[];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  listTransactions: {
    parameters: {
      query?: {
        /**
         * @description Start of the time window, compared with `updatedAt` of each item.
         *   When present, the server ignores `If-Modified-Since`.
         */
        startAt?: components["parameters"]["StartAtQuery"];
        /**
         * @description End of the time window.
         *   When absent, it is the latest time (now).
         */
        endAt?: components["parameters"]["EndAtQuery"];
        /**
         * @description Type of time.
         *   Meaning and values are not specified.
         */
        timeType?: components["parameters"]["TimeTypeQuery"];
        /**
         * @description Offset from the first item.
         *   Used by the server in the links that it generates: clients generally leave it unset.
         */
        startOffset?: components["parameters"]["StartOffsetQuery"];
        /** @description Number of items to return. */
        limit?: components["parameters"]["LimitQuery"];
        /**
         * @description Identifier of a store.
         *   Only items of this store are listed.
         */
        storeId?: components["parameters"]["StoreIdQuery"];
        /** @description Identifier of a device, as a filter for transactions. */
        deviceId?: components["parameters"]["DeviceIdQuery"];
        /**
         * @description Additional identifier, as a filter for transactions.
         *   Meaning of the identifier is not specified.
         */
        tid?: components["parameters"]["TidQuery"];
        /**
         * @description Key that the server searches for in several fields.
         *   Names of the fields are not specified.
         */
        searchKey?: components["parameters"]["SearchKeyQuery"];
        /**
         * @description First 6 digits of a card number.
         *   Only transactions by cards starting with these digits, or orders with such a transaction, are listed.
         */
        cardNumberFirst6?: components["parameters"]["CardNumberFirst6Query"];
        /**
         * @description Last 4 digits of a card number.
         *   Only transactions by cards ending with these digits, or orders with such a transaction, are listed.
         */
        cardNumberLast4?: components["parameters"]["CardNumberLast4Query"];
        /**
         * @description Month in which a card expires.
         *   Only transactions by cards expiring in this month, or orders with such a transaction, are listed.
         */
        cardExpirationMonth?: components["parameters"]["CardExpirationMonthQuery"];
        /**
         * @description Year in which a card expires.
         *   Only transactions by cards expiring in this year, or orders with such a transaction, are listed.
         */
        cardExpirationYear?: components["parameters"]["CardExpirationYearQuery"];
        /**
         * @description Given name of the holder of a card.
         *   Only transactions by cards whose holder has this given name, or orders with such a transaction, are listed.
         */
        cardHolderFirstName?: components["parameters"]["CardHolderFirstNameQuery"];
        /**
         * @description Family name of the holder of a card.
         *   Only transactions by cards whose holder has this family name, or orders with such a transaction, are listed.
         */
        cardHolderLastName?: components["parameters"]["CardHolderLastNameQuery"];
        /**
         * @description Action of a transaction.
         *   Only transactions with this action are listed.
         */
        action?: components["parameters"]["ActionQuery"];
        /**
         * @description Status of a transaction.
         *   Only transactions with this status are listed.
         */
        status?: components["parameters"]["StatusQuery"];
        /**
         * @description Identifiers of transactions, separated by commas.
         *   Only these transactions are listed.
         */
        transactionIds?: components["parameters"]["TransactionIdsQuery"];
        /** @description Specifies if only auth-only transactions are listed. */
        authOnly?: components["parameters"]["AuthOnlyQuery"];
        /**
         * @description Specifies if only unsettled transactions are listed.
         *   Limits the result to credit and debit transactions.
         */
        unsettledOnly?: components["parameters"]["UnsettledOnlyQuery"];
        /**
         * @description Specifies if only credit and debit transactions are listed.
         *   Any card filter and `unsettledOnly` limit the result in the same way.
         */
        creditDebitOnly?: components["parameters"]["CreditDebitOnlyQuery"];
        /**
         * @description Sort order of the transactions.
         *   Values are not specified.
         */
        orderBy?: components["parameters"]["OrderByQuery"];
      };
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate, usually on `POST` requests.
         */
        "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
        /**
         * @description Only items updated since this date and time are listed.
         *   Clients are advised to start paging with this header.
         *   Ignored when `startAt` is present.
         */
        "If-Modified-Since"?: components["parameters"]["IfModifiedSinceHeader"];
      };
      path: {
        /** @description Identifier of the business. */
        businessId: components["parameters"]["BusinessIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, one page of transactions is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": TransactionList;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  listSubscriptions: {
    parameters: {
      query?: {
        /**
         * @description Identifier of a business.
         *   When absent, subscriptions of all merchants are listed.
         */
        businessId?: components["parameters"]["BusinessIdQuery"];
        /**
         * @description Date and time at which pagination starts.
         *   Way to get the next page is not specified.
         */
        start?: components["parameters"]["StartQuery"];
        /** @description Number of items on a page. */
        count?: components["parameters"]["CountQuery"];
      };
      header?: never;
      path: {
        /** @description Identifier of the application. */
        appId: components["parameters"]["ApplicationIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, one page of subscriptions is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": SubscriptionList;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  getSubscription: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the application. */
        appId: components["parameters"]["ApplicationIdPath"];
        /** @description Identifier of the subscription. */
        subscriptionId: components["parameters"]["SubscriptionIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, the subscription is returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": Subscription;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  listPlans: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description Identifier of the application. */
        appId: components["parameters"]["ApplicationIdPath"];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Operation was successful, the plans are returned. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": PlanList;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  createHook: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Version of the API that the request uses.
         *   Other supported versions and the deprecation policy are not specified.
         */
        "Api-Version": components["parameters"]["ApiVersionHeader"];
        /**
         * @description Unique identifier of the request.
         *   Enforces idempotency where appropriate.
         */
        "Service-Request-Id"?: components["parameters"]["IdempotencyKeyHeader"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description Registration to create. */
    requestBody: {
      content: {
        "application/json": HookRegistration;
      };
    };
    responses: {
      /** @description Created, a new webhook was registered and is returned. */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": CreatedHook;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      500: components["responses"]["InternalServerError"];
    };
  };
  onOrderOpened: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Signature of the delivery: base64 encoding of the binary HMAC-SHA1 of the payload, with the registered secret as the key.
         *   Receivers compute the signature of the payload and compare it with the header.
         *   Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
         */
        "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description Webhook event, whose exact bytes are signed. */
    requestBody: {
      content: {
        "application/json": OrderOpenedEvent;
      };
    };
    responses: {
      /** @description Acknowledgement by the listener. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderCompleted: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Signature of the delivery: base64 encoding of the binary HMAC-SHA1 of the payload, with the registered secret as the key.
         *   Receivers compute the signature of the payload and compare it with the header.
         *   Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
         */
        "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description Webhook event, whose exact bytes are signed. */
    requestBody: {
      content: {
        "application/json": OrderCompletedEvent;
      };
    };
    responses: {
      /** @description Acknowledgement by the listener. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderCancelled: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Signature of the delivery: base64 encoding of the binary HMAC-SHA1 of the payload, with the registered secret as the key.
         *   Receivers compute the signature of the payload and compare it with the header.
         *   Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
         */
        "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description Webhook event, whose exact bytes are signed. */
    requestBody: {
      content: {
        "application/json": OrderCancelledEvent;
      };
    };
    responses: {
      /** @description Acknowledgement by the listener. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
  onOrderUpdated: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description Signature of the delivery: base64 encoding of the binary HMAC-SHA1 of the payload, with the registered secret as the key.
         *   Receivers compute the signature of the payload and compare it with the header.
         *   Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
         */
        "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
      };
      path?: never;
      cookie?: never;
    };
    /** @description Webhook event, whose exact bytes are signed. */
    requestBody: {
      content: {
        "application/json": OrderUpdatedEvent;
      };
    };
    responses: {
      /** @description Acknowledgement by the listener. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}

/** @description Totals over the transactions of an order. */
export type AmountTotals = {
  /** @description Fees on the transactions. */
  transactionFees?: TransactionFee[];
  /** @description Total of the transactions. */
  transactionAmount?: MonetaryAmount;
  /** @description Part of the sum that pays for the order. */
  orderAmount?: MonetaryAmount;
  /** @description Part of the sum that is a tip. */
  tipAmount?: MonetaryAmount;
  /** @description Part of the sum that is paid out in cash. */
  cashbackAmount?: MonetaryAmount;
  /** @description Code of the currency of all sums. */
  currency?: CurrencyCode;
};
/**
 * @description Identifier of an application, used by clients to identify themselves.
 *   Format is `urn:aid:` followed by a UUID.
 * @example urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1
 */
export type ApplicationId = `${Brand.ApplicationId}`;
/**
 * Format: uuid
 * @description Identifier of the bundle a subscription belongs to.
 * @example b3d5f7a9-7c9f-45b6-a8ba-2c4e6a8f0da1
 */
export type BundleId = `${Brand.BundleId}`;
/**
 * Format: uuid
 * @description Identifier of a business.
 * @example 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11
 */
export type BusinessId = `${Brand.BusinessId}`;
/** @description Type of a business. */
export type BusinessType = "TEST_MERCHANT" | (string & {});
/** @description Payment card. */
export type Card = {
  /** @description Number that identifies the card. */
  id?: number;
  /** @description Identifier of the card in the form of a UUID. */
  cardId?: CardId;
  /** @description Brand of the card. */
  cardBrand?: CardBrand;
  /** @description Kind of the card. */
  type?: CardType;
  /** @description Origin of the card data. */
  source?: CardSource;
  /** @description State of the card. */
  status?: CardStatus;
  /** @description Expiration date of the card, as a number. */
  expirationDate?: number;
  /** @description Expiration month of the card. */
  expirationMonth?: number;
  /** @description Expiration year of the card. */
  expirationYear?: number;
  /** @description First 6 digits of the card number. */
  numberFirst6?: string;
  /** @description Last 4 digits of the card number. */
  numberLast4?: string;
  /** @description Card number with digits masked. */
  numberMasked?: string;
  /** @description Given name of the card holder. */
  cardHolderFirstName?: string;
  /** @description Family name of the card holder. */
  cardHolderLastName?: string;
  /** @description Full name of the card holder. */
  cardHolderFullName?: string;
  /** @description Code of the services that the card is valid for. */
  serviceCode?: string;
};
/** @description Brand of a payment card. */
export type CardBrand = {
  /** @description Identifier of this brand. */
  id?: string;
  /** @description Card scheme that the brand belongs to. */
  scheme?: string;
  /** @description Name of the brand as displayed to people. */
  displayName?: string;
  /** @description Date and time when the brand was created. */
  createdAt?: Timestamp;
};
/**
 * Format: uuid
 * @description Identifier of a card.
 * @example d2f4b6a8-3c5e-4170-92d4-8e0a1c3b5f61
 */
export type CardId = `${Brand.CardId}`;
/** @description Source of card data. */
export type CardSource = "DIRECT" | (string & {});
/** @description Status of a card. */
export type CardStatus = "ACTIVE" | (string & {});
/** @description Type of a card. */
export type CardType = "VISA" | (string & {});
/**
 * Format: uuid
 * @description Identifier of the channel an order or transaction came through.
 * @example c4e8a2b6-1f73-4d09-8a5e-6b7d9f0c2e31
 */
export type ChannelId = `${Brand.ChannelId}`;
/** @description Webhook immediately after its registration. */
export type CreatedHook = Hook & {
  /**
   * @description Specifies if events are sent: true on creation.
   * @constant
   */
  active: true;
  /** @description Signing secret, masked. */
  secret: string;
};
/**
 * @description Code of a currency.
 * @example USD
 */
export type CurrencyCode = string;
/** @description Person who buys from a business. */
export type Customer = {
  /** @description Identifier of this customer. */
  id?: number;
  /** @description Date and time when the customer record was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the customer record was last updated. */
  updatedAt?: Timestamp;
  /** @description Email addresses of the customer. */
  emails?: CustomerEmails;
  /** @description Phone numbers of the customer. */
  phones?: CustomerPhones;
  /** @description Given name of the customer. */
  firstName?: string;
  /** @description Family name of the customer. */
  lastName?: string;
};
/**
 * @description Email addresses of a customer.
 *   Fields are not specified.
 */
export type CustomerEmails = {
  [key: string]: unknown;
};
/**
 * @description Phone numbers of a customer.
 *   Fields are not specified.
 */
export type CustomerPhones = {
  [key: string]: unknown;
};
/** @description Presence of the customer at the time of payment. */
export type CustomerPresenceStatus = "PRESENT" | (string & {});
/** @description Mode in which a shipment is delivered. */
export type DeliveryMode = "FOR_HERE" | (string & {});
/**
 * @description Identifier of a store device.
 *   Format is `urn:tid:` followed by a UUID.
 * @example urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1
 */
export type DeviceId = `${Brand.DeviceId}`;
/**
 * @description Entry of a list of discounts.
 *   Fields are not specified.
 */
export type Discount = {
  [key: string]: unknown;
};
/** @description Data of the chip of a card, named after the EMV standard for chip cards. */
export type EmvData = {
  /** @description Tags read from the chip, by name. */
  emvTags?: EmvTags;
};
/** @description Map from the name of an EMV tag, such as `0x9F02`, to its value as a hexadecimal string. */
export type EmvTags = {
  [key: string]: string;
};
/** @description Details of how the card data of a transaction were entered. */
export type EntryDetails = {
  /** @description Presence of the customer. */
  customerPresenceStatus?: CustomerPresenceStatus;
  /** @description Way in which the card data were entered. */
  entryMode?: EntryMode;
};
/** @description Way in which card data were entered. */
export type EntryMode = "CONTACTLESS_MAGSTRIPE" | "INTEGRATED_CIRCUIT_CARD" | "CONTACTLESS_INTEGRATED_CIRCUIT_CARD" | (string & {});
/**
 * @description Body of an error response.
 *   Shape is not specified: any JSON value is allowed.
 */
export type ErrorBody = unknown;
/**
 * @description Entry of a list of fees.
 *   Fields are not specified.
 */
export type Fee = {
  [key: string]: unknown;
};
/** @description Status of the fulfillment of an order. */
export type FulfillmentStatus = "NONE" | "FULFILLED" | (string & {});
/** @description Source of the money of a transaction. */
export type FundingSource = {
  /** @description Kind of the funding source. */
  type?: FundingSourceType;
  /** @description Specifies if the card is a debit card. */
  debit?: boolean;
  /** @description Payment card. */
  card?: Card;
  /** @description Data of the chip of the card. */
  emvData?: EmvData;
  /** @description Details of how the card data were entered. */
  entryDetails?: EntryDetails;
};
/** @description Type of a funding source. */
export type FundingSourceType = "CREDIT_DEBIT" | (string & {});
/** @description Type of a grant. */
export type GrantType = "urn:ietf:params:oauth:grant-type:jwt-bearer" | "PASSWORD" | (string & {});
/** @description Registered webhook. */
export type Hook = {
  /** @description Identifier of this registration. */
  id?: HookId;
  /** @description Identifier of the application that registered the webhook. */
  applicationId?: ApplicationId;
  /** @description Identifier of the business whose events are sent. */
  businessId?: BusinessId;
  /**
   * Format: uri
   * @description URL to which events are sent.
   */
  deliveryUrl?: string;
  /** @description Signing secret, masked. */
  secret?: string;
  /** @description Types of events that are sent. */
  eventTypes?: WebhookEventType[];
  /** @description Specifies if events are sent. */
  active?: boolean;
  /** @description Date and time when the registration was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the registration was last updated. */
  updatedAt?: Timestamp;
};
/**
 * Format: uuid
 * @description Identifier of a webhook registration.
 * @example 9a1c3e5b-8da0-46c7-b9cb-3d5f7b9a1eb1
 */
export type HookId = `${Brand.HookId}`;
/** @description Registration of a URL that receives webhook events. */
export type HookRegistration = {
  /** @description Identifier of the application that registers the webhook. */
  applicationId?: ApplicationId;
  /** @description Identifier of the business whose events are sent. */
  businessId?: BusinessId;
  /**
   * Format: uri
   * @description URL to which events are sent.
   */
  deliveryUrl?: string;
  /** @description Secret key for the signatures of deliveries. */
  secret?: string;
  /** @description Types of events to send. */
  eventTypes?: WebhookEventType[];
};
/** @description Tax on an order item. */
export type ItemTax = {
  /** @description Identifier of this tax. */
  id?: ItemTaxId;
  /** @description Kind of the tax. */
  type?: ItemTaxType;
  /** @description Specifies if the item is exempt from this tax. */
  taxExempted?: boolean;
  /** @description Specifies if the tax is set at catalog level. */
  catalogLevel?: boolean;
  /** @description Precision of the amount of the tax. */
  amountPrecision?: number;
  /** @description Sum of money of the tax. */
  amount?: MonetaryAmount;
  /** @description Fixed sum of the tax rate. */
  taxRateFixedAmount?: MonetaryAmount;
};
/**
 * Format: uuid
 * @description Identifier of a tax on an order item.
 * @example a9c1e3b5-4d6f-4283-b5e7-9f1b3d5c7a71
 */
export type ItemTaxId = `${Brand.ItemTaxId}`;
/** @description Type of a tax on an order item. */
export type ItemTaxType = "custom" | (string & {});
/** @description Request for an access token with a JSON Web Token (JWT) self-signed by the client. */
export type JwtBearerGrant = {
  /**
   * @description Type of the grant.
   * @constant
   */
  grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer";
  /** @description JWT self-signed by the client with its private key. */
  assertion: string;
};
/** @description Hypermedia link (HATEOAS) from a resource or a page of a collection to a related one. */
export type Link = {
  /**
   * @description Target of the link.
   *   Target is a path in the paging links of a collection.
   */
  href?: string;
  /**
   * @description Relation of the target to the resource that carries the link.
   *   Link to the following page of a collection has the relation `next`.
   */
  rel?: string;
  /** @description HTTP method to use on the target. */
  method?: LinkMethod;
};
/** @description HTTP method to use on the target of a link. */
export type LinkMethod = "GET" | (string & {});
/**
 * @description Amount of money as an integer.
 *   Unit is not specified.
 * @example 1250
 */
export type MonetaryAmount = number;
/** @description Request of a customer to buy items from a business, with its items, discounts, fees, payment transactions, history events and shipments. */
export type Order = {
  /** @description Identifier of this order. */
  id?: OrderId;
  /** @description Number of this order. */
  orderNumber?: string;
  /** @description Date and time when the order was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the order was last updated. */
  updatedAt?: Timestamp;
  /** @description Specifies if the order is exempt from taxes. */
  taxExempted?: boolean;
  /** @description Specifies if the order is valid. */
  valid?: boolean;
  /** @description Specifies if the order has been accepted. */
  accepted?: boolean;
  /** @description Free text about the order. */
  notes?: string;
  /** @description Identifier of the user who is the customer. */
  customerUserId?: number;
  /** @description Circumstances in which the order was placed. */
  context?: OrderContext;
  /** @description Person who placed the order. */
  customer?: Customer;
  /** @description Items of the order. */
  items?: OrderItem[];
  /** @description Discounts of the order. */
  discounts?: Discount[];
  /** @description Fees of the order. */
  fees?: Fee[];
  /** @description Payment transactions of the order. */
  transactions?: Transaction[];
  /** @description Events in the history of the order. */
  orderHistories?: OrderHistory[];
  /** @description Shipments of the order. */
  orderShipments?: OrderShipment[];
  /** @description Sums of money of the order. */
  amounts?: OrderAmounts;
  /** @description Statuses of the order, its fulfillment and its payments. */
  statuses?: OrderStatuses;
};
/**
 * @description Sums of money of an order.
 *   One or more of the four totals objects are present once payments were made.
 */
export type OrderAmounts = {
  /** @description Subtotal of the order. */
  subTotal?: MonetaryAmount;
  /** @description Total of all discounts. */
  discountTotal?: MonetaryAmount;
  /** @description Total of all fees. */
  feeTotal?: MonetaryAmount;
  /** @description Total of all taxes. */
  taxTotal?: MonetaryAmount;
  /** @description Net sum of the order. */
  netTotal?: MonetaryAmount;
  /** @description Code of the currency of all sums. */
  currency?: CurrencyCode;
  /** @description Totals of what has been authorized. */
  authorizedTotals?: AmountTotals;
  /** @description Totals of what has been captured. */
  capturedTotals?: AmountTotals;
  /** @description Totals of what has been refunded. */
  refundedTotals?: AmountTotals;
  /** @description Totals of what has been voided. */
  voidedTotals?: AmountTotals;
};
/** @description Notification that an order has been cancelled. */
export type OrderCancelledEvent = WebhookEvent & {
  /**
   * @description Type that distinguishes this event from the others.
   * @constant
   */
  eventType: "ORDER_CANCELLED";
};
/** @description Notification that an order has been completed. */
export type OrderCompletedEvent = WebhookEvent & {
  /**
   * @description Type that distinguishes this event from the others.
   * @constant
   */
  eventType: "ORDER_COMPLETED";
};
/** @description Context of an order or transaction. */
export type OrderContext = {
  /** @description User identifier of the responsible employee. */
  employeeUserId?: number;
  /** @description Identifier of the device in the store. */
  storeDeviceId?: DeviceId;
  /** @description Name of the source application. */
  sourceApp?: string;
  /** @description Instruction on how transactions are processed. */
  transactionInstruction?: TransactionInstruction;
  /** @description Place or channel of origin. */
  source?: OrderSource;
  /** @description Identifier of the business. */
  businessId?: BusinessId;
  /** @description Identifier of the store. */
  storeId?: StoreId;
  /** @description Identifier of the channel. */
  channelId?: ChannelId;
};
/** @description Event in the history of an order. */
export type OrderHistory = {
  /** @description Identifier of this event. */
  id?: number;
  /** @description Date and time when the event happened. */
  timestamp?: Timestamp;
  /** @description Type of what happened. */
  event?: OrderHistoryEventType;
};
/** @description Event in the history of an order. */
export type OrderHistoryEventType = "ACCEPTED" | (string & {});
/**
 * Format: uuid
 * @description Identifier of an order.
 * @example 3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41
 */
export type OrderId = `${Brand.OrderId}`;
/** @description Item of an order. */
export type OrderItem = {
  /** @description Identifier of this item. */
  id?: number;
  /** @description Name of the item as displayed to people. */
  name?: string;
  /** @description Stock keeping unit (SKU) of the item. */
  sku?: string;
  /** @description Identifier of the product. */
  productId?: string;
  /** @description Number of units ordered. */
  quantity?: number;
  /** @description Price of one unit. */
  unitPrice?: MonetaryAmount;
  /** @description Sum of the discounts on the item. */
  discount?: MonetaryAmount;
  /** @description Sum of the fees on the item. */
  fee?: MonetaryAmount;
  /** @description Sum of the taxes on the item. */
  tax?: MonetaryAmount;
  /** @description State that the item is in. */
  status?: OrderItemStatus;
  /** @description Specifies if the item is exempt from taxes. */
  taxExempted?: boolean;
  /** @description Unit in which the quantity is counted. */
  unitOfMeasure?: UnitOfMeasure;
  /** @description Date and time when the item was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the item was last updated. */
  updatedAt?: Timestamp;
  /** @description Reductions that apply to the item. */
  discounts?: Discount[];
  /** @description Charges that apply to the item. */
  fees?: Fee[];
  /** @description Selected variants of the product. */
  selectedVariants?: SelectedVariant[];
  /** @description Taxes that apply to the item. */
  taxes?: ItemTax[];
};
/**
 * @description Status of an order item.
 *   Transitions between the states are not specified.
 */
export type OrderItemStatus = "ORDERED" | "FULFILLED" | "RETURNED" | (string & {});
/** @description One page of the orders of a business. */
export type OrderList = {
  /** @description Orders on this page. */
  orders?: Order[];
  /**
   * @description Links of this page.
   *   When more orders exist than were returned, one of them leads to the next page.
   *   Neither whether that link keeps the other filters of the request nor when it has `limit` or `startOffset` is specified.
   */
  links: PageLink[];
  /**
   * @description Number of orders.
   *   Scope of the number, this page or the whole list, is not specified.
   */
  count: number;
};
/** @description Notification that an order has been opened. */
export type OrderOpenedEvent = WebhookEvent & {
  /**
   * @description Type that distinguishes this event from the others.
   * @constant
   */
  eventType: "ORDER_OPENED";
};
/**
 * @description JSON Patch document (RFC 6902) that updates an order.
 *   Supported operations are `add`, `remove` and `replace`.
 */
export type OrderPatch = OrderPatchOperation[];
/**
 * @description One change of an order.
 *   Order-level amounts accept every supported operation, `/items` and `/discounts` accept `replace`.
 */
export type OrderPatchOperation = SetAmountsOperation | SetSumOperation | SetCurrencyOperation | SetTotalsOperation | SetTransactionFeesOperation | SetTransactionFeeOperation | RemoveAmountsOperation | ReplaceItemsOperation | ReplaceDiscountsOperation;
/** @description Shipment of an order. */
export type OrderShipment = {
  /** @description Identifier of this shipment. */
  id?: number;
  /** @description Date and time when the shipment was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the shipment was last updated. */
  updatedAt?: Timestamp;
  /** @description Destination of the shipment. */
  address?: ShipmentAddress;
  /** @description Way in which the shipment is delivered. */
  deliveryMode?: DeliveryMode;
  /** @description State that the shipment is in. */
  status?: ShipmentStatus;
  /** @description Kind of the shipment. */
  shipmentType?: ShipmentType;
};
/** @description Source of an order or transaction. */
export type OrderSource = "INSTORE" | (string & {});
/**
 * @description Status of an order.
 *   States: `OPENED` (active from the perspective of the merchant), `COMPLETED`, `CANCELLED` (merchant is done with the order).
 *   Merchants typically keep an order `OPENED` until all items are `FULFILLED` or `RETURNED` and all payments are completed.
 *   Transitions between the states are not specified.
 */
export type OrderStatus = "OPENED" | "COMPLETED" | "CANCELLED" | (string & {});
/** @description Statuses of an order, its fulfillment and its payments. */
export type OrderStatuses = {
  /** @description State that the order is in. */
  status?: OrderStatus;
  /** @description State of the fulfillment of the order. */
  fulfillmentStatus?: FulfillmentStatus;
  /** @description Summary of the payment states of the order. */
  transactionStatusSummary?: TransactionStatusSummary;
};
/** @description Notification that an order has been updated. */
export type OrderUpdatedEvent = WebhookEvent & {
  /**
   * @description Type that distinguishes this event from the others.
   * @constant
   */
  eventType: "ORDER_UPDATED";
};
/** @description Order with links to immediately related orders, if any. */
export type OrderWithLinks = Order & {
  /**
   * @description Links to immediately related orders.
   *   Position and relations of these links in the response are not specified.
   */
  links?: Link[];
};
/**
 * @description Link of one page of a collection.
 *   When more items exist than were returned, one link of the response has `rel` = `next` and `method` = `GET`.
 *   Its `href` is a path of the same collection with the query parameters `startAt`, `endAt` and either `limit` or `startOffset`.
 *   Follow the link to get the next page.
 */
export type PageLink = Link & {
  /** @description Relation of the target to this page: `next` leads to the next page. */
  rel?: string;
};
/**
 * @description Request for an access token with the credentials of a business user.
 *   `Authorization` header of the request contains a self-signed JSON Web Token (JWT).
 */
export type PasswordGrant = {
  /**
   * @description Type of the grant.
   * @constant
   */
  grantType: "PASSWORD";
  /** @description Identifier of the business that the user belongs to. */
  businessId: `${Brand.BusinessId}`;
  /** @description Sign-in name of the business user. */
  username: string;
  /** @description Password of the business user. */
  password: string;
};
/** @description Plan to which businesses subscribe in order to use an application. */
export type Plan = {
  /** @description Identifier of this plan. */
  planId?: PlanId;
  /** @description Identifier of the application that offers the plan. */
  appId?: `${Brand.ApplicationId}`;
  /** @description Name of the plan as displayed to people. */
  name?: string;
  /** @description Text that explains the plan. */
  description?: string;
  /** @description State that the plan is in. */
  status?: PlanStatus;
  /** @description Scope to which the plan applies. */
  scope?: PlanScope;
  /** @description Billing interval. */
  interval?: PlanInterval;
  /** @description Number of days in the trial period. */
  trialPeriodDays?: number;
  /** @description Policy on when a subscription starts. */
  startPolicy?: PlanStartPolicy;
  /** @description Policy on when a cancellation takes effect. */
  cancelPolicy?: PlanCancelPolicy;
  /** @description Price of the plan. */
  amount?: MonetaryAmount;
  /** @description Prices of the plan by country. */
  amounts?: PlanAmount[];
  /** @description Date and time when the plan was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the plan was last updated. */
  updatedAt?: Timestamp;
};
/** @description Price of a plan in one country. */
export type PlanAmount = {
  /** @description Code of the country. */
  country?: string;
  /** @description Code of the currency of the price. */
  currency?: CurrencyCode;
  /** @description Price in that country. */
  value?: MonetaryAmount;
};
/** @description Policy on when a cancellation of a plan takes effect. */
export type PlanCancelPolicy = "IMMEDIATE" | (string & {});
/**
 * Format: uuid
 * @description Identifier of a billing plan.
 * @example f1d3b5c7-6b8e-44a5-97a9-1b3d5f7e9c91
 */
export type PlanId = `${Brand.PlanId}`;
/** @description Billing interval of a plan. */
export type PlanInterval = "DAY" | (string & {});
/** @description Plans in the list wrapper of the billing service. */
export type PlanList = {
  /** @description Plans of the application. */
  list?: Plan[];
  /**
   * @description Start of the list as a number.
   *   Meaning is not specified.
   */
  start?: number;
  /** @description Total number of plans. */
  total?: number;
  /** @description Number of plans in this response. */
  count: number;
};
/** @description Scope to which a plan applies. */
export type PlanScope = "BUSINESS" | (string & {});
/** @description Policy on when a subscription to a plan starts. */
export type PlanStartPolicy = "IMMEDIATE" | (string & {});
/** @description Status of a plan. */
export type PlanStatus = "ACTIVE" | (string & {});
/** @description Options for the processor of a transaction. */
export type ProcessorOptions = {
  /** @description Indicator of support for strong customer authentication (SCA). */
  scaIndicator?: ScaIndicator;
};
/** @description Response of the processor to a transaction. */
export type ProcessorResponse = {
  /** @description Name of the processor. */
  processor?: string;
  /** @description Name of the acquirer. */
  acquirer?: string;
  /** @description Status in the response of the processor. */
  status?: string;
  /** @description Code of the status. */
  statusCode?: string;
  /** @description Message that explains the status. */
  statusMessage?: string;
  /** @description Identifier of the transaction in the response of the processor. */
  transactionId?: string;
  /** @description Code of the approval. */
  approvalCode?: string;
  /** @description Sum that was approved. */
  approvedAmount?: MonetaryAmount;
  /** @description Identifier of the batch that the transaction belongs to. */
  batchId?: string;
  /** @description Retrieval reference number of the transaction. */
  retrievalRefNum?: string;
  /**
   * @description EMV tags that the processor returned, by name.
   *   Format of the values is not specified.
   */
  emvTags?: {
    [key: string]: unknown;
  };
};
/** @description Reference from a transaction to a related object. */
export type Reference = {
  /** @description Type of the referenced object. */
  type?: ReferenceType;
  /** @description Identifier of the referenced object. */
  id?: string;
  /** @description Name of a custom type, used with the type `CUSTOM`. */
  customType?: string;
};
/**
 * @description Type of a reference.
 *
 *   - `SERVICE_ORDER`: order of the service.
 *   - `CUSTOM`: custom type, named by `customType`.
 */
export type ReferenceType = "SERVICE_ORDER" | "CUSTOM" | (string & {});
/**
 * @description Request for an access token with a refresh token.
 *   Neither the value of the grant type nor other parameters are specified: any grant type is allowed except those of the two known grants.
 */
export type RefreshTokenGrant = {
  /** @description Type of the grant. */
  grantType: GrantType & `${Brand.RefreshGrantType}`;
  [key: string]: unknown;
};
/** @description Removal of order-level amounts. */
export type RemoveAmountsOperation = {
  /**
   * @description Operation to perform.
   * @constant
   */
  op: "remove";
  /** @description JSON Pointer to the amounts of the order or to a value in them. */
  path: string;
};
/** @description Replacement of all discounts of an order. */
export type ReplaceDiscountsOperation = {
  /**
   * @description Operation to perform.
   * @constant
   */
  op: "replace";
  /**
   * @description JSON Pointer to the discounts of the order.
   * @constant
   */
  path: "/discounts";
  /** @description New discounts of the order. */
  value: Discount[];
};
/** @description Replacement of all items of an order. */
export type ReplaceItemsOperation = {
  /**
   * @description Operation to perform.
   * @constant
   */
  op: "replace";
  /**
   * @description JSON Pointer to the items of the order.
   * @constant
   */
  path: "/items";
  /** @description New items of the order. */
  value: OrderItem[];
};
/** @description Link from a webhook event to the resource it is about. */
export type ResourceLink = Link & {
  /**
   * Format: uri
   * @description Absolute URL of the resource.
   */
  href?: string;
  /** @description Relation that identifies the link to the resource. */
  rel?: ResourceLinkRelation;
};
/** @description Relation of a link to the resource that a webhook event is about. */
export type ResourceLinkRelation = "resource" | (string & {});
/** @description Indicator of support for strong customer authentication (SCA). */
export type ScaIndicator = "supported" | (string & {});
/**
 * @description Entry of the list of variants selected for an order item.
 *   Format is not specified.
 */
export type SelectedVariant = unknown;
/** @description Addition or replacement of all amounts of an order. */
export type SetAmountsOperation = {
  /**
   * @description Operation to perform.
   * @enum {string}
   */
  op: "add" | "replace";
  /**
   * @description JSON Pointer to all amounts.
   * @constant
   */
  path: "/amounts";
  /** @description New amounts of the order. */
  value: OrderAmounts;
};
/** @description Addition or replacement of a currency of an order. */
export type SetCurrencyOperation = {
  /**
   * @description Operation to perform.
   * @enum {string}
   */
  op: "add" | "replace";
  /**
   * @description JSON Pointer to a currency.
   * @enum {string}
   */
  path: "/amounts/currency" | "/amounts/authorizedTotals/currency" | "/amounts/capturedTotals/currency" | "/amounts/refundedTotals/currency" | "/amounts/voidedTotals/currency";
  /** @description New code of the currency. */
  value: CurrencyCode;
};
/**
 * @description Addition or replacement of one order-level amount.
 *   Other amounts than the known ones are reported, and are sums as well.
 */
export type SetSumOperation = {
  /**
   * @description Operation to perform.
   * @enum {string}
   */
  op: "add" | "replace";
  /** @description JSON Pointer to a sum. */
  path: SumPath;
  /** @description New sum. */
  value: MonetaryAmount;
};
/** @description Addition or replacement of the totals of what was authorized, captured, refunded or voided. */
export type SetTotalsOperation = {
  /**
   * @description Operation to perform.
   * @enum {string}
   */
  op: "add" | "replace";
  /**
   * @description JSON Pointer to a totals object.
   * @enum {string}
   */
  path: "/amounts/authorizedTotals" | "/amounts/capturedTotals" | "/amounts/refundedTotals" | "/amounts/voidedTotals";
  /** @description New totals. */
  value: AmountTotals;
};
/**
 * @description Addition or replacement of one fee on transactions, or of a part of it.
 *   Format of fees is not specified.
 */
export type SetTransactionFeeOperation = {
  /**
   * @description Operation to perform.
   * @enum {string}
   */
  op: "add" | "replace";
  /** @description JSON Pointer to a fee or to a part of it. */
  path: `${Brand.TransactionFeePath}`;
  /** @description New value, whose format is not specified. */
  value: unknown;
};
/** @description Addition or replacement of all fees on transactions in a totals object. */
export type SetTransactionFeesOperation = {
  /**
   * @description Operation to perform.
   * @enum {string}
   */
  op: "add" | "replace";
  /**
   * @description JSON Pointer to the fees in a totals object.
   * @enum {string}
   */
  path: "/amounts/authorizedTotals/transactionFees" | "/amounts/capturedTotals/transactionFees" | "/amounts/refundedTotals/transactionFees" | "/amounts/voidedTotals/transactionFees";
  /** @description New fees on the transactions. */
  value: TransactionFee[];
};
/** @description Settlement status of a transaction. */
export type SettlementStatus = "SETTLED" | "UNSETTLED" | (string & {});
/** @description Destination address of a shipment. */
export type ShipmentAddress = {
  /** @description Code of the country. */
  countryCode?: string;
};
/** @description Status of a shipment. */
export type ShipmentStatus = "NONE" | (string & {});
/** @description Type of a shipment. */
export type ShipmentType = "FULFILLMENT" | (string & {});
/**
 * Format: uuid
 * @description Identifier of a store of a business.
 * @example 1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21
 */
export type StoreId = `${Brand.StoreId}`;
/** @description Subscription of a business to a plan of an application. */
export type Subscription = {
  /** @description Identifier of this subscription. */
  subscriptionId?: SubscriptionId;
  /** @description Identifier of the application. */
  appId?: ApplicationId;
  /** @description Identifier of the subscribed business. */
  businessId?: BusinessId;
  /** @description Identifier of the subscribed plan. */
  planId?: PlanId;
  /** @description Identifier of the bundle. */
  bundleId?: BundleId;
  /** @description Phase that the subscription is in. */
  phase?: SubscriptionPhase;
  /** @description State that the subscription is in. */
  status?: SubscriptionStatus;
  /** @description Date and time when the subscription starts. */
  startAt?: Timestamp;
  /** @description Date and time when the subscription was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the subscription was last updated. */
  updatedAt?: Timestamp;
};
/**
 * Format: uuid
 * @description Identifier of a subscription.
 * @example e6b8d0f2-5a7c-4394-86f8-0a2c4e6d8b81
 */
export type SubscriptionId = `${Brand.SubscriptionId}`;
/** @description One page of subscriptions, in the list wrapper of the billing service. */
export type SubscriptionList = {
  /** @description Page of subscriptions. */
  list?: Subscription[];
  /**
   * @description Start of this page as a number.
   *   Relation to the time in the query is not specified.
   */
  start?: number;
  /** @description Total number of subscriptions. */
  total?: number;
  /** @description Number of subscriptions in this response. */
  count: number;
};
/**
 * @description Phase of a subscription.
 *   Transitions between the phases are not specified.
 */
export type SubscriptionPhase = "TRIAL" | "FULL" | (string & {});
/**
 * @description Status of a subscription.
 *   Transitions to and from other states are not specified.
 */
export type SubscriptionStatus = "ACTIVE" | (string & {});
/** @description JSON Pointer to an order-level amount. */
export type SumPath = "/amounts/subTotal" | "/amounts/discountTotal" | "/amounts/feeTotal" | "/amounts/taxTotal" | "/amounts/netTotal" | "/amounts/authorizedTotals/transactionAmount" | "/amounts/authorizedTotals/orderAmount" | "/amounts/authorizedTotals/tipAmount" | "/amounts/authorizedTotals/cashbackAmount" | "/amounts/capturedTotals/transactionAmount" | "/amounts/capturedTotals/orderAmount" | "/amounts/capturedTotals/tipAmount" | "/amounts/capturedTotals/cashbackAmount" | "/amounts/refundedTotals/transactionAmount" | "/amounts/refundedTotals/orderAmount" | "/amounts/refundedTotals/tipAmount" | "/amounts/refundedTotals/cashbackAmount" | "/amounts/voidedTotals/transactionAmount" | "/amounts/voidedTotals/orderAmount" | "/amounts/voidedTotals/tipAmount" | "/amounts/voidedTotals/cashbackAmount" | (string & {});
/**
 * Format: date-time
 * @description Date and time in GMT, in the ISO 8601 format `YYYY-MM-DDThh:mm:ssZ`.
 * @example 2026-03-14T09:26:53Z
 */
export type Timestamp = string;
/** @description Request for an access token with one of the grants of the token endpoint. */
export type TokenRequest = JwtBearerGrant | PasswordGrant | RefreshTokenGrant;
/** @description Access token with its refresh token and metadata. */
export type TokenResponse = {
  /**
   * @description Time in seconds until the access token expires.
   *   Lifetimes of tokens are not specified.
   */
  expiresIn: number;
  /** @description JSON Web Token (JWT) issued by the service, sent as the bearer token of every other request. */
  accessToken: string;
  /**
   * @description Token that is used to renew an expired access token.
   *   Clients must store it securely.
   */
  refreshToken: string;
  /** @description Scope that the access token grants. */
  scope?: TokenScope;
  /** @description Type of the access token. */
  tokenType?: TokenType;
};
/** @description Scope of an access token. */
export type TokenScope = "ALL" | (string & {});
/** @description Type of an access token. */
export type TokenType = "BEARER" | (string & {});
/** @description Financial transaction: authorization, capture, sale, refund or void, with card data of the funding source and the response of the processor. */
export type Transaction = {
  /** @description Identifier of this transaction. */
  id?: TransactionId;
  /** @description Identifier of the transaction that this one derives from, for example the authorization of a capture. */
  parentId?: TransactionId;
  /** @description Action that the transaction performs. */
  action?: TransactionAction;
  /** @description State that the transaction is in. */
  status?: TransactionStatus;
  /** @description State of the settlement of the transaction. */
  settlementStatus?: SettlementStatus;
  /** @description Specifies if the transaction requires a signature. */
  signatureRequired?: boolean;
  /** @description Specifies if a signature was captured. */
  signatureCaptured?: boolean;
  /** @description Specifies if a personal identification number (PIN) was captured. */
  pinCaptured?: boolean;
  /** @description Specifies if the transaction was adjusted. */
  adjusted?: boolean;
  /** @description Specifies if the amounts were adjusted. */
  amountsAdjusted?: boolean;
  /** @description Specifies if the transaction is an authorization only. */
  authOnly?: boolean;
  /** @description Specifies if the transaction was partially approved. */
  partiallyApproved?: boolean;
  /** @description Specifies if the action is a void. */
  actionVoid?: boolean;
  /** @description Specifies if the transaction was voided. */
  voided?: boolean;
  /** @description Specifies if the transaction is settled. */
  settled?: boolean;
  /** @description Specifies if the transaction is a void by reversal. */
  reversalVoid?: boolean;
  /** @description Date and time when the transaction was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the transaction was last updated. */
  updatedAt?: Timestamp;
  /** @description Context of the transaction. */
  context?: TransactionContext;
  /** @description Source of the money. */
  fundingSource?: FundingSource;
  /** @description Links to related transactions. */
  links?: TransactionLink[];
  /** @description References to the order or to objects of a custom type. */
  references?: Reference[];
  /** @description Identifier of the user who is the customer. */
  customerUserId?: number;
  /** @description Options for the processor. */
  processorOptions?: ProcessorOptions;
  /** @description Response of the processor. */
  processorResponse?: ProcessorResponse;
  /** @description Free text about the transaction. */
  notes?: string;
  /** @description Code of the language of the customer. */
  customerLanguage?: string;
  /** @description Sums of money of the transaction. */
  amounts?: TransactionAmounts;
};
/**
 * @description Action that a transaction performs.
 *   Voided transactions have the status `VOIDED`; there is no known action for voids.
 */
export type TransactionAction = "AUTHORIZE" | "CAPTURE" | "SALE" | "REFUND" | (string & {});
/** @description Sums of money of a transaction. */
export type TransactionAmounts = {
  /** @description Total of the transaction. */
  transactionAmount?: MonetaryAmount;
  /** @description Part of the sum that pays for the order. */
  orderAmount?: MonetaryAmount;
  /** @description Part of the sum that is a tip. */
  tipAmount?: MonetaryAmount;
  /** @description Part of the sum that is paid out in cash. */
  cashbackAmount?: MonetaryAmount;
  /** @description Code of the currency of all sums. */
  currency?: CurrencyCode;
  /** @description Specifies if the customer declined to tip. */
  customerOptedNoTip?: boolean;
  /** @description Fees on the transaction, present on some transactions only. */
  transactionFees?: TransactionFee[];
};
/** @description Context of a transaction. */
export type TransactionContext = OrderContext & {
  /** @description Type of the business. */
  businessType?: BusinessType;
  /** @description Date and time when the transaction was transmitted, recorded locally. */
  transmissionAtLocal?: Timestamp;
  /** @description Merchant category code (MCC) of the business. */
  mcc?: string;
};
/**
 * @description Entry of a list of transaction fees.
 *   Format is not specified.
 */
export type TransactionFee = unknown;
/**
 * Format: uuid
 * @description Identifier of a transaction.
 * @example 5c7e9a10-2d4f-4b61-8e3a-7f9b1d3c5e02
 */
export type TransactionId = `${Brand.TransactionId}`;
/** @description Instruction on how transactions are processed. */
export type TransactionInstruction = "NONE" | "ONLINE_AUTH_REQUIRED" | (string & {});
/** @description Link from a transaction to a related one. */
export type TransactionLink = Link & {
  /** @description Identifier of the related transaction. */
  href?: TransactionId;
  /** @description Action of the related transaction. */
  rel?: TransactionLinkRelation;
};
/** @description Action of the transaction that a link leads to. */
export type TransactionLinkRelation = "AUTHORIZE" | "CAPTURE" | "REFUND" | (string & {});
/** @description One page of the transactions of a business. */
export type TransactionList = {
  /** @description Transactions on this page. */
  transactions?: Transaction[];
  /**
   * @description Links of this page.
   *   When more transactions exist than were returned, one of them leads to the next page.
   *   Neither whether that link keeps the other filters of the request nor when it has `limit` or `startOffset` is specified.
   */
  links: PageLink[];
  /**
   * @description Number of transactions.
   *   Scope of the number, this page or the whole list, is not specified.
   */
  count: number;
};
/**
 * @description Status of a transaction.
 *   Transitions between the observed states are not specified.
 */
export type TransactionStatus = "AUTHORIZED" | "CAPTURED" | "REFUNDED" | "VOIDED" | (string & {});
/** @description Summary of the statuses of all payment transactions of an order. */
export type TransactionStatusSummary = "PENDING" | "COMPLETED" | "REFUNDED" | "CANCELED" | (string & {});
/** @description Unit in which the quantity of an order item is counted. */
export type UnitOfMeasure = "EACH" | (string & {});
/** @description Notification about a state change of a resource. */
export type WebhookEvent = {
  /** @description Identifier of this event. */
  id?: WebhookEventId;
  /** @description Identifier of the webhook registration. */
  hookId?: HookId;
  /** @description Kind of the event. */
  eventType?: WebhookEventType;
  /** @description Identifier of the application that registered the webhook. */
  applicationId?: `${Brand.ApplicationId}`;
  /** @description Identifier of the business that the resource belongs to. */
  businessId?: `${Brand.BusinessId}`;
  /** @description Identifier of the store that the resource belongs to. */
  storeId?: `${Brand.StoreId}`;
  /** @description Identifier of the device. */
  deviceId?: DeviceId;
  /**
   * @description Path of the collection of the resource, such as `/orders`.
   * @example /orders
   */
  resource?: string;
  /** @description Identifier of the resource. */
  resourceId?: string;
  /**
   * @description Links of the event.
   *   Link with the relation `resource` and the method `GET` leads to the resource.
   */
  links?: ResourceLink[];
  /** @description Date and time when the event was created. */
  createdAt?: Timestamp;
  /** @description Date and time when the event was last updated. */
  updatedAt?: Timestamp;
};
/**
 * Format: uuid
 * @description Identifier of a webhook event.
 * @example 2c4e6a8f-9eb1-47d8-8adc-4e6a8c0b2fc1
 */
export type WebhookEventId = `${Brand.WebhookEventId}`;
/**
 * @description Type of a webhook event.
 *   Other event types are not specified.
 */
export type WebhookEventType = "ORDER_OPENED" | "ORDER_COMPLETED" | "ORDER_CANCELLED" | "ORDER_UPDATED" | (string & {});
export type RefreshGrantType = `${Brand.RefreshGrantType}`;
export type TransactionFeePath = `${Brand.TransactionFeePath}`;
