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
  type StoreId = string & { readonly "~brand": "StoreId" };
  type SubscriptionId = string & { readonly "~brand": "SubscriptionId" };
  type TransactionId = string & { readonly "~brand": "TransactionId" };
  type WebhookEventId = string & { readonly "~brand": "WebhookEventId" };
}

/** An operation as openapi-fetch needs it: in bodies, enumerations that are open are plain strings. */
type OpenapiFetch<Operation> = {
  [Part in keyof Operation]: Part extends "requestBody" | "responses" ? PlainStrings<Operation[Part]> : Operation[Part];
};
type PlainStrings<T> = string extends T ? string | PlainProperties<Exclude<T, string>> : PlainProperties<T>;
type PlainProperties<T> = T extends object ? { [Name in keyof T]: PlainStrings<T[Name]> } : T;

export interface paths {
    "/token": {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Version of the API that the request uses.
                 *     Other supported versions and the deprecation policy are not specified.
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
         *     - JWT bearer grant: the form contains a JSON Web Token (JWT) that the client has signed with its private key.
         *     - Password grant: the `Authorization` header contains the self-signed JWT, and the form contains the credentials of a business user.
         *     - Refresh token grant: the value of the grant type and the other parameters are not specified.
         *
         *     Access tokens come with a refresh token, which is used to renew expired ones.
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
                 *     Other supported versions and the deprecation policy are not specified.
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
         *     Without filters, all orders since the business started are returned, 10 at a time with a `next` link.
         *     Follow the link to get the next page.
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
                 *     Other supported versions and the deprecation policy are not specified.
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
         *     Responses sometimes include links to immediately related orders.
         */
        get: OpenapiFetch<operations["getOrder"]>;
        /**
         * Record an order
         * @description Records an order that has already happened.
         *     Body must be a fully populated order: the service records what is passed.
         */
        put: OpenapiFetch<operations["recordOrder"]>;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an order
         * @description Updates an order with a JSON Patch document.
         *     Updates are allowed to order-level amounts.
         *     On `/items` and `/discounts` the operation `replace` is allowed.
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
                 *     Other supported versions and the deprecation policy are not specified.
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
                 *     Other supported versions and the deprecation policy are not specified.
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
                 *     Other supported versions and the deprecation policy are not specified.
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
         *     Without filters, all transactions since the business started are returned, 10 at a time with a `next` link.
         *     Follow the link to get the next page.
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
         *     Without `businessId`, subscriptions of all merchants are listed.
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
                 *     Other supported versions and the deprecation policy are not specified.
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
         *     New registrations are active, and their secret is masked in the response.
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
         *     Delivery is authenticated by the header `Service-Webhook-Signature`.
         *     Listeners must acknowledge with status 200 within 2 seconds.
         *     Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
         *     Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
         *     Endpoint of that list is not specified.
         *     Operation that emits this event is not specified.
         *     Number and interval of retries are not specified.
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
         *     Delivery is authenticated by the header `Service-Webhook-Signature`.
         *     Listeners must acknowledge with status 200 within 2 seconds.
         *     Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
         *     Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
         *     Endpoint of that list is not specified.
         *     Operation that emits this event is not specified.
         *     Number and interval of retries are not specified.
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
         *     Delivery is authenticated by the header `Service-Webhook-Signature`.
         *     Listeners must acknowledge with status 200 within 2 seconds.
         *     Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
         *     Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
         *     Endpoint of that list is not specified.
         *     Operation that emits this event is not specified.
         *     Number and interval of retries are not specified.
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
         *     Delivery is authenticated by the header `Service-Webhook-Signature`.
         *     Listeners must acknowledge with status 200 within 2 seconds.
         *     Without an acknowledgement the delivery is retried: listeners must tolerate duplicates.
         *     Notifications sent in the last 30 days are available as a list, so that applications detect missed ones.
         *     Endpoint of that list is not specified.
         *     Operation that emits this event is not specified.
         *     Number and interval of retries are not specified.
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
        /** @description Totals over the transactions of an order. */
        AmountTotals: {
            /** @description Fees on the transactions. */
            transactionFees?: components["schemas"]["TransactionFee"][];
            /** @description Total of the transactions. */
            transactionAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Part of the sum that pays for the order. */
            orderAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Part of the sum that is a tip. */
            tipAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Part of the sum that is paid out in cash. */
            cashbackAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Code of the currency of all sums. */
            currency?: components["schemas"]["CurrencyCode"];
        };
        /**
         * @description Identifier of an application, used by clients to identify themselves.
         *     Format is `urn:aid:` followed by a UUID.
         * @example urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1
         */
        ApplicationId: `${Brand.ApplicationId}`;
        /**
         * Format: uuid
         * @description Identifier of the bundle a subscription belongs to.
         * @example b3d5f7a9-7c9f-45b6-a8ba-2c4e6a8f0da1
         */
        BundleId: `${Brand.BundleId}`;
        /**
         * Format: uuid
         * @description Identifier of a business.
         * @example 7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11
         */
        BusinessId: `${Brand.BusinessId}`;
        /** @description Type of a business. */
        BusinessType: "TEST_MERCHANT" | (string & {});
        /** @description Payment card. */
        Card: {
            /** @description Number that identifies the card. */
            id?: number;
            /** @description Identifier of the card in the form of a UUID. */
            cardId?: components["schemas"]["CardId"];
            /** @description Brand of the card. */
            cardBrand?: components["schemas"]["CardBrand"];
            /** @description Kind of the card. */
            type?: components["schemas"]["CardType"];
            /** @description Origin of the card data. */
            source?: components["schemas"]["CardSource"];
            /** @description State of the card. */
            status?: components["schemas"]["CardStatus"];
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
        CardBrand: {
            /** @description Identifier of this brand. */
            id?: string;
            /** @description Card scheme that the brand belongs to. */
            scheme?: string;
            /** @description Name of the brand as displayed to people. */
            displayName?: string;
            /** @description Date and time when the brand was created. */
            createdAt?: components["schemas"]["Timestamp"];
        };
        /**
         * Format: uuid
         * @description Identifier of a card.
         * @example d2f4b6a8-3c5e-4170-92d4-8e0a1c3b5f61
         */
        CardId: `${Brand.CardId}`;
        /** @description Source of card data. */
        CardSource: "DIRECT" | (string & {});
        /** @description Status of a card. */
        CardStatus: "ACTIVE" | (string & {});
        /** @description Type of a card. */
        CardType: "VISA" | (string & {});
        /**
         * Format: uuid
         * @description Identifier of the channel an order or transaction came through.
         * @example c4e8a2b6-1f73-4d09-8a5e-6b7d9f0c2e31
         */
        ChannelId: `${Brand.ChannelId}`;
        /** @description Webhook immediately after its registration. */
        CreatedHook: components["schemas"]["Hook"] & {
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
        CurrencyCode: string;
        /** @description Person who buys from a business. */
        Customer: {
            /** @description Identifier of this customer. */
            id?: number;
            /** @description Date and time when the customer record was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the customer record was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description Email addresses of the customer. */
            emails?: components["schemas"]["CustomerEmails"];
            /** @description Phone numbers of the customer. */
            phones?: components["schemas"]["CustomerPhones"];
            /** @description Given name of the customer. */
            firstName?: string;
            /** @description Family name of the customer. */
            lastName?: string;
        };
        /**
         * @description Email addresses of a customer.
         *     Fields are not specified.
         */
        CustomerEmails: {
            [key: string]: unknown;
        };
        /**
         * @description Phone numbers of a customer.
         *     Fields are not specified.
         */
        CustomerPhones: {
            [key: string]: unknown;
        };
        /** @description Presence of the customer at the time of payment. */
        CustomerPresenceStatus: "PRESENT" | (string & {});
        /** @description Mode in which a shipment is delivered. */
        DeliveryMode: "FOR_HERE" | (string & {});
        /**
         * @description Identifier of a store device.
         *     Format is `urn:tid:` followed by a UUID.
         * @example urn:tid:8e0a2c4b-b0d3-49fa-acfe-6a8c0e2d4be1
         */
        DeviceId: `${Brand.DeviceId}`;
        /**
         * @description Entry of a list of discounts.
         *     Fields are not specified.
         */
        Discount: {
            [key: string]: unknown;
        };
        /** @description Data of the chip of a card, named after the EMV standard for chip cards. */
        EmvData: {
            /** @description Tags read from the chip, by name. */
            emvTags?: components["schemas"]["EmvTags"];
        };
        /** @description Map from the name of an EMV tag, such as `0x9F02`, to its value as a hexadecimal string. */
        EmvTags: {
            [key: string]: string;
        };
        /** @description Details of how the card data of a transaction were entered. */
        EntryDetails: {
            /** @description Presence of the customer. */
            customerPresenceStatus?: components["schemas"]["CustomerPresenceStatus"];
            /** @description Way in which the card data were entered. */
            entryMode?: components["schemas"]["EntryMode"];
        };
        /** @description Way in which card data were entered. */
        EntryMode: "CONTACTLESS_MAGSTRIPE" | "INTEGRATED_CIRCUIT_CARD" | "CONTACTLESS_INTEGRATED_CIRCUIT_CARD" | (string & {});
        /**
         * @description Body of an error response.
         *     Shape is not specified: any JSON value is allowed.
         */
        ErrorBody: unknown;
        /**
         * @description Entry of a list of fees.
         *     Fields are not specified.
         */
        Fee: {
            [key: string]: unknown;
        };
        /** @description Status of the fulfillment of an order. */
        FulfillmentStatus: "NONE" | "FULFILLED" | (string & {});
        /** @description Source of the money of a transaction. */
        FundingSource: {
            /** @description Kind of the funding source. */
            type?: components["schemas"]["FundingSourceType"];
            /** @description Specifies if the card is a debit card. */
            debit?: boolean;
            /** @description Payment card. */
            card?: components["schemas"]["Card"];
            /** @description Data of the chip of the card. */
            emvData?: components["schemas"]["EmvData"];
            /** @description Details of how the card data were entered. */
            entryDetails?: components["schemas"]["EntryDetails"];
        };
        /** @description Type of a funding source. */
        FundingSourceType: "CREDIT_DEBIT" | (string & {});
        /** @description Type of a grant. */
        GrantType: "urn:ietf:params:oauth:grant-type:jwt-bearer" | "PASSWORD" | (string & {});
        /** @description Registered webhook. */
        Hook: {
            /** @description Identifier of this registration. */
            id?: components["schemas"]["HookId"];
            /** @description Identifier of the application that registered the webhook. */
            applicationId?: components["schemas"]["ApplicationId"];
            /** @description Identifier of the business whose events are sent. */
            businessId?: components["schemas"]["BusinessId"];
            /**
             * Format: uri
             * @description URL to which events are sent.
             */
            deliveryUrl?: string;
            /** @description Signing secret, masked. */
            secret?: string;
            /** @description Types of events that are sent. */
            eventTypes?: components["schemas"]["WebhookEventType"][];
            /** @description Specifies if events are sent. */
            active?: boolean;
            /** @description Date and time when the registration was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the registration was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
        };
        /**
         * Format: uuid
         * @description Identifier of a webhook registration.
         * @example 9a1c3e5b-8da0-46c7-b9cb-3d5f7b9a1eb1
         */
        HookId: `${Brand.HookId}`;
        /** @description Registration of a URL that receives webhook events. */
        HookRegistration: {
            /** @description Identifier of the application that registers the webhook. */
            applicationId?: components["schemas"]["ApplicationId"];
            /** @description Identifier of the business whose events are sent. */
            businessId?: components["schemas"]["BusinessId"];
            /**
             * Format: uri
             * @description URL to which events are sent.
             */
            deliveryUrl?: string;
            /** @description Secret key for the signatures of deliveries. */
            secret?: string;
            /** @description Types of events to send. */
            eventTypes?: components["schemas"]["WebhookEventType"][];
        };
        /** @description Tax on an order item. */
        ItemTax: {
            /** @description Identifier of this tax. */
            id?: components["schemas"]["ItemTaxId"];
            /** @description Kind of the tax. */
            type?: components["schemas"]["ItemTaxType"];
            /** @description Specifies if the item is exempt from this tax. */
            taxExempted?: boolean;
            /** @description Specifies if the tax is set at catalog level. */
            catalogLevel?: boolean;
            /** @description Precision of the amount of the tax. */
            amountPrecision?: number;
            /** @description Sum of money of the tax. */
            amount?: components["schemas"]["MonetaryAmount"];
            /** @description Fixed sum of the tax rate. */
            taxRateFixedAmount?: components["schemas"]["MonetaryAmount"];
        };
        /**
         * Format: uuid
         * @description Identifier of a tax on an order item.
         * @example a9c1e3b5-4d6f-4283-b5e7-9f1b3d5c7a71
         */
        ItemTaxId: `${Brand.ItemTaxId}`;
        /** @description Type of a tax on an order item. */
        ItemTaxType: "custom" | (string & {});
        /** @description Request for an access token with a JSON Web Token (JWT) self-signed by the client. */
        JwtBearerGrant: {
            /**
             * @description Type of the grant.
             * @constant
             */
            grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer";
            /** @description JWT self-signed by the client with its private key. */
            assertion: string;
        };
        /** @description Hypermedia link (HATEOAS) from a resource or a page of a collection to a related one. */
        Link: {
            /**
             * @description Target of the link.
             *     Target is a path in the paging links of a collection.
             */
            href?: string;
            /**
             * @description Relation of the target to the resource that carries the link.
             *     Link to the following page of a collection has the relation `next`.
             */
            rel?: string;
            /** @description HTTP method to use on the target. */
            method?: components["schemas"]["LinkMethod"];
        };
        /** @description HTTP method to use on the target of a link. */
        LinkMethod: "GET" | (string & {});
        /**
         * @description Amount of money as an integer.
         *     Unit is not specified.
         * @example 1250
         */
        MonetaryAmount: number;
        /** @description Request of a customer to buy items from a business, with its items, discounts, fees, payment transactions, history events and shipments. */
        Order: {
            /** @description Identifier of this order. */
            id?: components["schemas"]["OrderId"];
            /** @description Number of this order. */
            orderNumber?: string;
            /** @description Date and time when the order was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the order was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
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
            context?: components["schemas"]["OrderContext"];
            /** @description Person who placed the order. */
            customer?: components["schemas"]["Customer"];
            /** @description Items of the order. */
            items?: components["schemas"]["OrderItem"][];
            /** @description Discounts of the order. */
            discounts?: components["schemas"]["Discount"][];
            /** @description Fees of the order. */
            fees?: components["schemas"]["Fee"][];
            /** @description Payment transactions of the order. */
            transactions?: components["schemas"]["Transaction"][];
            /** @description Events in the history of the order. */
            orderHistories?: components["schemas"]["OrderHistory"][];
            /** @description Shipments of the order. */
            orderShipments?: components["schemas"]["OrderShipment"][];
            /** @description Sums of money of the order. */
            amounts?: components["schemas"]["OrderAmounts"];
            /** @description Statuses of the order, its fulfillment and its payments. */
            statuses?: components["schemas"]["OrderStatuses"];
        };
        /**
         * @description Sums of money of an order.
         *     One or more of the four totals objects are present once payments were made.
         */
        OrderAmounts: {
            /** @description Subtotal of the order. */
            subTotal?: components["schemas"]["MonetaryAmount"];
            /** @description Total of all discounts. */
            discountTotal?: components["schemas"]["MonetaryAmount"];
            /** @description Total of all fees. */
            feeTotal?: components["schemas"]["MonetaryAmount"];
            /** @description Total of all taxes. */
            taxTotal?: components["schemas"]["MonetaryAmount"];
            /** @description Net sum of the order. */
            netTotal?: components["schemas"]["MonetaryAmount"];
            /** @description Code of the currency of all sums. */
            currency?: components["schemas"]["CurrencyCode"];
            /** @description Totals of what has been authorized. */
            authorizedTotals?: components["schemas"]["AmountTotals"];
            /** @description Totals of what has been captured. */
            capturedTotals?: components["schemas"]["AmountTotals"];
            /** @description Totals of what has been refunded. */
            refundedTotals?: components["schemas"]["AmountTotals"];
            /** @description Totals of what has been voided. */
            voidedTotals?: components["schemas"]["AmountTotals"];
        };
        /** @description Notification that an order has been cancelled. */
        OrderCancelledEvent: components["schemas"]["WebhookEvent"] & {
            /**
             * @description Type that distinguishes this event from the others.
             * @constant
             */
            eventType: "ORDER_CANCELLED";
        };
        /** @description Notification that an order has been completed. */
        OrderCompletedEvent: components["schemas"]["WebhookEvent"] & {
            /**
             * @description Type that distinguishes this event from the others.
             * @constant
             */
            eventType: "ORDER_COMPLETED";
        };
        /** @description Context of an order or transaction. */
        OrderContext: {
            /** @description User identifier of the responsible employee. */
            employeeUserId?: number;
            /** @description Identifier of the device in the store. */
            storeDeviceId?: components["schemas"]["DeviceId"];
            /** @description Name of the source application. */
            sourceApp?: string;
            /** @description Instruction on how transactions are processed. */
            transactionInstruction?: components["schemas"]["TransactionInstruction"];
            /** @description Place or channel of origin. */
            source?: components["schemas"]["OrderSource"];
            /** @description Identifier of the business. */
            businessId?: components["schemas"]["BusinessId"];
            /** @description Identifier of the store. */
            storeId?: components["schemas"]["StoreId"];
            /** @description Identifier of the channel. */
            channelId?: components["schemas"]["ChannelId"];
        };
        /** @description Event in the history of an order. */
        OrderHistory: {
            /** @description Identifier of this event. */
            id?: number;
            /** @description Date and time when the event happened. */
            timestamp?: components["schemas"]["Timestamp"];
            /** @description Type of what happened. */
            event?: components["schemas"]["OrderHistoryEventType"];
        };
        /** @description Event in the history of an order. */
        OrderHistoryEventType: "ACCEPTED" | (string & {});
        /**
         * Format: uuid
         * @description Identifier of an order.
         * @example 3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41
         */
        OrderId: `${Brand.OrderId}`;
        /** @description Item of an order. */
        OrderItem: {
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
            unitPrice?: components["schemas"]["MonetaryAmount"];
            /** @description Sum of the discounts on the item. */
            discount?: components["schemas"]["MonetaryAmount"];
            /** @description Sum of the fees on the item. */
            fee?: components["schemas"]["MonetaryAmount"];
            /** @description Sum of the taxes on the item. */
            tax?: components["schemas"]["MonetaryAmount"];
            /** @description State that the item is in. */
            status?: components["schemas"]["OrderItemStatus"];
            /** @description Specifies if the item is exempt from taxes. */
            taxExempted?: boolean;
            /** @description Unit in which the quantity is counted. */
            unitOfMeasure?: components["schemas"]["UnitOfMeasure"];
            /** @description Date and time when the item was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the item was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description Reductions that apply to the item. */
            discounts?: components["schemas"]["Discount"][];
            /** @description Charges that apply to the item. */
            fees?: components["schemas"]["Fee"][];
            /** @description Selected variants of the product. */
            selectedVariants?: components["schemas"]["SelectedVariant"][];
            /** @description Taxes that apply to the item. */
            taxes?: components["schemas"]["ItemTax"][];
        };
        /**
         * @description Status of an order item.
         *     Transitions between the states are not specified.
         */
        OrderItemStatus: "ORDERED" | "FULFILLED" | "RETURNED" | (string & {});
        /** @description One page of the orders of a business. */
        OrderList: {
            /** @description Orders on this page. */
            orders?: components["schemas"]["Order"][];
            /**
             * @description Links of this page.
             *     When more orders exist than were returned, one of them leads to the next page.
             *     Neither whether that link keeps the other filters of the request nor when it has `limit` or `startOffset` is specified.
             */
            links: components["schemas"]["PageLink"][];
            /**
             * @description Number of orders.
             *     Scope of the number, this page or the whole list, is not specified.
             */
            count: number;
        };
        /** @description Notification that an order has been opened. */
        OrderOpenedEvent: components["schemas"]["WebhookEvent"] & {
            /**
             * @description Type that distinguishes this event from the others.
             * @constant
             */
            eventType: "ORDER_OPENED";
        };
        /**
         * @description JSON Patch document (RFC 6902) that updates an order.
         *     Supported operations are `add`, `remove` and `replace`.
         */
        OrderPatch: components["schemas"]["OrderPatchOperation"][];
        /**
         * @description One change of an order.
         *     Order-level amounts accept every supported operation, `/items` and `/discounts` accept `replace`.
         */
        OrderPatchOperation: components["schemas"]["SetAmountsOperation"] | components["schemas"]["RemoveAmountsOperation"] | components["schemas"]["ReplaceItemsOperation"] | components["schemas"]["ReplaceDiscountsOperation"];
        /** @description Shipment of an order. */
        OrderShipment: {
            /** @description Identifier of this shipment. */
            id?: number;
            /** @description Date and time when the shipment was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the shipment was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description Destination of the shipment. */
            address?: components["schemas"]["ShipmentAddress"];
            /** @description Way in which the shipment is delivered. */
            deliveryMode?: components["schemas"]["DeliveryMode"];
            /** @description State that the shipment is in. */
            status?: components["schemas"]["ShipmentStatus"];
            /** @description Kind of the shipment. */
            shipmentType?: components["schemas"]["ShipmentType"];
        };
        /** @description Source of an order or transaction. */
        OrderSource: "INSTORE" | (string & {});
        /**
         * @description Status of an order.
         *     States: `OPENED` (active from the perspective of the merchant), `COMPLETED`, `CANCELLED` (merchant is done with the order).
         *     Merchants typically keep an order `OPENED` until all items are `FULFILLED` or `RETURNED` and all payments are completed.
         *     Transitions between the states are not specified.
         */
        OrderStatus: "OPENED" | "COMPLETED" | "CANCELLED" | (string & {});
        /** @description Statuses of an order, its fulfillment and its payments. */
        OrderStatuses: {
            /** @description State that the order is in. */
            status?: components["schemas"]["OrderStatus"];
            /** @description State of the fulfillment of the order. */
            fulfillmentStatus?: components["schemas"]["FulfillmentStatus"];
            /** @description Summary of the payment states of the order. */
            transactionStatusSummary?: components["schemas"]["TransactionStatusSummary"];
        };
        /** @description Notification that an order has been updated. */
        OrderUpdatedEvent: components["schemas"]["WebhookEvent"] & {
            /**
             * @description Type that distinguishes this event from the others.
             * @constant
             */
            eventType: "ORDER_UPDATED";
        };
        /** @description Order with links to immediately related orders, if any. */
        OrderWithLinks: components["schemas"]["Order"] & {
            /**
             * @description Links to immediately related orders.
             *     Position and relations of these links in the response are not specified.
             */
            links?: components["schemas"]["Link"][];
        };
        /**
         * @description Link of one page of a collection.
         *     When more items exist than were returned, one link of the response has `rel` = `next` and `method` = `GET`.
         *     Its `href` is a path of the same collection with the query parameters `startAt`, `endAt` and either `limit` or `startOffset`.
         *     Follow the link to get the next page.
         */
        PageLink: components["schemas"]["Link"] & {
            /** @description Relation of the target to this page: `next` leads to the next page. */
            rel?: string;
        };
        /**
         * @description Request for an access token with the credentials of a business user.
         *     `Authorization` header of the request contains a self-signed JSON Web Token (JWT).
         */
        PasswordGrant: {
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
        Plan: {
            /** @description Identifier of this plan. */
            planId?: components["schemas"]["PlanId"];
            /** @description Identifier of the application that offers the plan. */
            appId?: `${Brand.ApplicationId}`;
            /** @description Name of the plan as displayed to people. */
            name?: string;
            /** @description Text that explains the plan. */
            description?: string;
            /** @description State that the plan is in. */
            status?: components["schemas"]["PlanStatus"];
            /** @description Scope to which the plan applies. */
            scope?: components["schemas"]["PlanScope"];
            /** @description Billing interval. */
            interval?: components["schemas"]["PlanInterval"];
            /** @description Number of days in the trial period. */
            trialPeriodDays?: number;
            /** @description Policy on when a subscription starts. */
            startPolicy?: components["schemas"]["PlanStartPolicy"];
            /** @description Policy on when a cancellation takes effect. */
            cancelPolicy?: components["schemas"]["PlanCancelPolicy"];
            /** @description Price of the plan. */
            amount?: components["schemas"]["MonetaryAmount"];
            /** @description Prices of the plan by country. */
            amounts?: components["schemas"]["PlanAmount"][];
            /** @description Date and time when the plan was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the plan was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
        };
        /** @description Price of a plan in one country. */
        PlanAmount: {
            /** @description Code of the country. */
            country?: string;
            /** @description Code of the currency of the price. */
            currency?: components["schemas"]["CurrencyCode"];
            /** @description Price in that country. */
            value?: components["schemas"]["MonetaryAmount"];
        };
        /** @description Policy on when a cancellation of a plan takes effect. */
        PlanCancelPolicy: "IMMEDIATE" | (string & {});
        /**
         * Format: uuid
         * @description Identifier of a billing plan.
         * @example f1d3b5c7-6b8e-44a5-97a9-1b3d5f7e9c91
         */
        PlanId: `${Brand.PlanId}`;
        /** @description Billing interval of a plan. */
        PlanInterval: "DAY" | (string & {});
        /** @description Plans in the list wrapper of the billing service. */
        PlanList: {
            /** @description Plans of the application. */
            list?: components["schemas"]["Plan"][];
            /**
             * @description Start of the list as a number.
             *     Meaning is not specified.
             */
            start?: number;
            /** @description Total number of plans. */
            total?: number;
            /** @description Number of plans in this response. */
            count: number;
        };
        /** @description Scope to which a plan applies. */
        PlanScope: "BUSINESS" | (string & {});
        /** @description Policy on when a subscription to a plan starts. */
        PlanStartPolicy: "IMMEDIATE" | (string & {});
        /** @description Status of a plan. */
        PlanStatus: "ACTIVE" | (string & {});
        /** @description Options for the processor of a transaction. */
        ProcessorOptions: {
            /** @description Indicator of support for strong customer authentication (SCA). */
            scaIndicator?: components["schemas"]["ScaIndicator"];
        };
        /** @description Response of the processor to a transaction. */
        ProcessorResponse: {
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
            approvedAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Identifier of the batch that the transaction belongs to. */
            batchId?: string;
            /** @description Retrieval reference number of the transaction. */
            retrievalRefNum?: string;
            /**
             * @description EMV tags that the processor returned, by name.
             *     Format of the values is not specified.
             */
            emvTags?: {
                [key: string]: unknown;
            };
        };
        /** @description Reference from a transaction to a related object. */
        Reference: {
            /** @description Type of the referenced object. */
            type?: components["schemas"]["ReferenceType"];
            /** @description Identifier of the referenced object. */
            id?: string;
            /** @description Name of a custom type, used with the type `CUSTOM`. */
            customType?: string;
        };
        /**
         * @description Type of a reference.
         *
         *     - `SERVICE_ORDER`: order of the service.
         *     - `CUSTOM`: custom type, named by `customType`.
         */
        ReferenceType: "SERVICE_ORDER" | "CUSTOM" | (string & {});
        /**
         * @description Request for an access token with a refresh token.
         *     Neither the value of the grant type nor other parameters are specified: any grant type is allowed except those of the two known grants.
         */
        RefreshTokenGrant: {
            /** @description Type of the grant. */
            grantType: string & components["schemas"]["GrantType"];
        } & {
            [key: string]: unknown;
        };
        /** @description Removal of order-level amounts. */
        RemoveAmountsOperation: {
            /**
             * @description Operation to perform.
             * @constant
             */
            op: "remove";
            /** @description JSON Pointer to the amounts of the order or to a value in them. */
            path: string;
        };
        /** @description Replacement of all discounts of an order. */
        ReplaceDiscountsOperation: {
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
            value: components["schemas"]["Discount"][];
        };
        /** @description Replacement of all items of an order. */
        ReplaceItemsOperation: {
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
            value: components["schemas"]["OrderItem"][];
        };
        /** @description Link from a webhook event to the resource it is about. */
        ResourceLink: components["schemas"]["Link"] & {
            /**
             * Format: uri
             * @description Absolute URL of the resource.
             */
            href?: string;
            /** @description Relation that identifies the link to the resource. */
            rel?: components["schemas"]["ResourceLinkRelation"];
        };
        /** @description Relation of a link to the resource that a webhook event is about. */
        ResourceLinkRelation: "resource" | (string & {});
        /** @description Indicator of support for strong customer authentication (SCA). */
        ScaIndicator: "supported" | (string & {});
        /**
         * @description Entry of the list of variants selected for an order item.
         *     Format is not specified.
         */
        SelectedVariant: unknown;
        /**
         * @description Addition or replacement of order-level amounts.
         *     Type of the value depends on the path.
         */
        SetAmountsOperation: {
            /**
             * @description Operation to perform.
             * @enum {string}
             */
            op: "add" | "replace";
            /** @description JSON Pointer to the amounts of the order or to a value in them. */
            path: string;
            /** @description New amount or amounts. */
            value: unknown;
        } & (unknown & unknown & unknown & unknown & unknown);
        /** @description Settlement status of a transaction. */
        SettlementStatus: "SETTLED" | "UNSETTLED" | (string & {});
        /** @description Destination address of a shipment. */
        ShipmentAddress: {
            /** @description Code of the country. */
            countryCode?: string;
        };
        /** @description Status of a shipment. */
        ShipmentStatus: "NONE" | (string & {});
        /** @description Type of a shipment. */
        ShipmentType: "FULFILLMENT" | (string & {});
        /**
         * Format: uuid
         * @description Identifier of a store of a business.
         * @example 1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21
         */
        StoreId: `${Brand.StoreId}`;
        /** @description Subscription of a business to a plan of an application. */
        Subscription: {
            /** @description Identifier of this subscription. */
            subscriptionId?: components["schemas"]["SubscriptionId"];
            /** @description Identifier of the application. */
            appId?: components["schemas"]["ApplicationId"];
            /** @description Identifier of the subscribed business. */
            businessId?: components["schemas"]["BusinessId"];
            /** @description Identifier of the subscribed plan. */
            planId?: components["schemas"]["PlanId"];
            /** @description Identifier of the bundle. */
            bundleId?: components["schemas"]["BundleId"];
            /** @description Phase that the subscription is in. */
            phase?: components["schemas"]["SubscriptionPhase"];
            /** @description State that the subscription is in. */
            status?: components["schemas"]["SubscriptionStatus"];
            /** @description Date and time when the subscription starts. */
            startAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the subscription was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the subscription was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
        };
        /**
         * Format: uuid
         * @description Identifier of a subscription.
         * @example e6b8d0f2-5a7c-4394-86f8-0a2c4e6d8b81
         */
        SubscriptionId: `${Brand.SubscriptionId}`;
        /** @description One page of subscriptions, in the list wrapper of the billing service. */
        SubscriptionList: {
            /** @description Page of subscriptions. */
            list?: components["schemas"]["Subscription"][];
            /**
             * @description Start of this page as a number.
             *     Relation to the time in the query is not specified.
             */
            start?: number;
            /** @description Total number of subscriptions. */
            total?: number;
            /** @description Number of subscriptions in this response. */
            count: number;
        };
        /**
         * @description Phase of a subscription.
         *     Transitions between the phases are not specified.
         */
        SubscriptionPhase: "TRIAL" | "FULL" | (string & {});
        /**
         * @description Status of a subscription.
         *     Transitions to and from other states are not specified.
         */
        SubscriptionStatus: "ACTIVE" | (string & {});
        /**
         * Format: date-time
         * @description Date and time in GMT, in the ISO 8601 format `YYYY-MM-DDThh:mm:ssZ`.
         * @example 2026-03-14T09:26:53Z
         */
        Timestamp: string;
        /** @description Request for an access token with one of the grants of the token endpoint. */
        TokenRequest: components["schemas"]["JwtBearerGrant"] | components["schemas"]["PasswordGrant"] | components["schemas"]["RefreshTokenGrant"];
        /** @description Access token with its refresh token and metadata. */
        TokenResponse: {
            /**
             * @description Time in seconds until the access token expires.
             *     Lifetimes of tokens are not specified.
             */
            expiresIn: number;
            /** @description JSON Web Token (JWT) issued by the service, sent as the bearer token of every other request. */
            accessToken: string;
            /**
             * @description Token that is used to renew an expired access token.
             *     Clients must store it securely.
             */
            refreshToken: string;
            /** @description Scope that the access token grants. */
            scope?: components["schemas"]["TokenScope"];
            /** @description Type of the access token. */
            tokenType?: components["schemas"]["TokenType"];
        };
        /** @description Scope of an access token. */
        TokenScope: "ALL" | (string & {});
        /** @description Type of an access token. */
        TokenType: "BEARER" | (string & {});
        /** @description Financial transaction: authorization, capture, sale, refund or void, with card data of the funding source and the response of the processor. */
        Transaction: {
            /** @description Identifier of this transaction. */
            id?: components["schemas"]["TransactionId"];
            /** @description Identifier of the transaction that this one derives from, for example the authorization of a capture. */
            parentId?: components["schemas"]["TransactionId"];
            /** @description Action that the transaction performs. */
            action?: components["schemas"]["TransactionAction"];
            /** @description State that the transaction is in. */
            status?: components["schemas"]["TransactionStatus"];
            /** @description State of the settlement of the transaction. */
            settlementStatus?: components["schemas"]["SettlementStatus"];
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
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the transaction was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
            /** @description Context of the transaction. */
            context?: components["schemas"]["TransactionContext"];
            /** @description Source of the money. */
            fundingSource?: components["schemas"]["FundingSource"];
            /** @description Links to related transactions. */
            links?: components["schemas"]["TransactionLink"][];
            /** @description References to the order or to objects of a custom type. */
            references?: components["schemas"]["Reference"][];
            /** @description Identifier of the user who is the customer. */
            customerUserId?: number;
            /** @description Options for the processor. */
            processorOptions?: components["schemas"]["ProcessorOptions"];
            /** @description Response of the processor. */
            processorResponse?: components["schemas"]["ProcessorResponse"];
            /** @description Free text about the transaction. */
            notes?: string;
            /** @description Code of the language of the customer. */
            customerLanguage?: string;
            /** @description Sums of money of the transaction. */
            amounts?: components["schemas"]["TransactionAmounts"];
        };
        /**
         * @description Action that a transaction performs.
         *     Voided transactions have the status `VOIDED`; there is no known action for voids.
         */
        TransactionAction: "AUTHORIZE" | "CAPTURE" | "SALE" | "REFUND" | (string & {});
        /** @description Sums of money of a transaction. */
        TransactionAmounts: {
            /** @description Total of the transaction. */
            transactionAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Part of the sum that pays for the order. */
            orderAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Part of the sum that is a tip. */
            tipAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Part of the sum that is paid out in cash. */
            cashbackAmount?: components["schemas"]["MonetaryAmount"];
            /** @description Code of the currency of all sums. */
            currency?: components["schemas"]["CurrencyCode"];
            /** @description Specifies if the customer declined to tip. */
            customerOptedNoTip?: boolean;
            /** @description Fees on the transaction, present on some transactions only. */
            transactionFees?: components["schemas"]["TransactionFee"][];
        };
        /** @description Context of a transaction. */
        TransactionContext: components["schemas"]["OrderContext"] & {
            /** @description Type of the business. */
            businessType?: components["schemas"]["BusinessType"];
            /** @description Date and time when the transaction was transmitted, recorded locally. */
            transmissionAtLocal?: components["schemas"]["Timestamp"];
            /** @description Merchant category code (MCC) of the business. */
            mcc?: string;
        };
        /**
         * @description Entry of a list of transaction fees.
         *     Format is not specified.
         */
        TransactionFee: unknown;
        /**
         * Format: uuid
         * @description Identifier of a transaction.
         * @example 5c7e9a10-2d4f-4b61-8e3a-7f9b1d3c5e02
         */
        TransactionId: `${Brand.TransactionId}`;
        /** @description Instruction on how transactions are processed. */
        TransactionInstruction: "NONE" | "ONLINE_AUTH_REQUIRED" | (string & {});
        /** @description Link from a transaction to a related one. */
        TransactionLink: components["schemas"]["Link"] & {
            /** @description Identifier of the related transaction. */
            href?: components["schemas"]["TransactionId"];
            /** @description Action of the related transaction. */
            rel?: components["schemas"]["TransactionLinkRelation"];
        };
        /** @description Action of the transaction that a link leads to. */
        TransactionLinkRelation: "AUTHORIZE" | "CAPTURE" | "REFUND" | (string & {});
        /** @description One page of the transactions of a business. */
        TransactionList: {
            /** @description Transactions on this page. */
            transactions?: components["schemas"]["Transaction"][];
            /**
             * @description Links of this page.
             *     When more transactions exist than were returned, one of them leads to the next page.
             *     Neither whether that link keeps the other filters of the request nor when it has `limit` or `startOffset` is specified.
             */
            links: components["schemas"]["PageLink"][];
            /**
             * @description Number of transactions.
             *     Scope of the number, this page or the whole list, is not specified.
             */
            count: number;
        };
        /**
         * @description Status of a transaction.
         *     Transitions between the observed states are not specified.
         */
        TransactionStatus: "AUTHORIZED" | "CAPTURED" | "REFUNDED" | "VOIDED" | (string & {});
        /** @description Summary of the statuses of all payment transactions of an order. */
        TransactionStatusSummary: "PENDING" | "COMPLETED" | "REFUNDED" | "CANCELED" | (string & {});
        /** @description Unit in which the quantity of an order item is counted. */
        UnitOfMeasure: "EACH" | (string & {});
        /** @description Notification about a state change of a resource. */
        WebhookEvent: {
            /** @description Identifier of this event. */
            id?: components["schemas"]["WebhookEventId"];
            /** @description Identifier of the webhook registration. */
            hookId?: components["schemas"]["HookId"];
            /** @description Kind of the event. */
            eventType?: components["schemas"]["WebhookEventType"];
            /** @description Identifier of the application that registered the webhook. */
            applicationId?: `${Brand.ApplicationId}`;
            /** @description Identifier of the business that the resource belongs to. */
            businessId?: `${Brand.BusinessId}`;
            /** @description Identifier of the store that the resource belongs to. */
            storeId?: `${Brand.StoreId}`;
            /** @description Identifier of the device. */
            deviceId?: components["schemas"]["DeviceId"];
            /**
             * @description Path of the collection of the resource, such as `/orders`.
             * @example /orders
             */
            resource?: string;
            /** @description Identifier of the resource. */
            resourceId?: string;
            /**
             * @description Links of the event.
             *     Link with the relation `resource` and the method `GET` leads to the resource.
             */
            links?: components["schemas"]["ResourceLink"][];
            /** @description Date and time when the event was created. */
            createdAt?: components["schemas"]["Timestamp"];
            /** @description Date and time when the event was last updated. */
            updatedAt?: components["schemas"]["Timestamp"];
        };
        /**
         * Format: uuid
         * @description Identifier of a webhook event.
         * @example 2c4e6a8f-9eb1-47d8-8adc-4e6a8c0b2fc1
         */
        WebhookEventId: `${Brand.WebhookEventId}`;
        /**
         * @description Type of a webhook event.
         *     Other event types are not specified.
         */
        WebhookEventType: "ORDER_OPENED" | "ORDER_COMPLETED" | "ORDER_CANCELLED" | "ORDER_UPDATED" | (string & {});
    };
    responses: {
        /**
         * @description Bad request.
         *     Conditions for this status are not specified.
         */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * @description Forbidden.
         *     Conditions for this status are not specified.
         */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * @description Internal server error.
         *     Conditions for this status are not specified.
         */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * @description Not found.
         *     Conditions for this status are not specified.
         */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /**
         * @description Unauthorized: access token is invalid, or authorization is needed.
         *     Missing or invalid tokens result in this status.
         */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: {
        /**
         * @description Action of a transaction.
         *     Only transactions with this action are listed.
         */
        ActionQuery: components["schemas"]["TransactionAction"];
        /**
         * @description Version of the API that the request uses.
         *     Other supported versions and the deprecation policy are not specified.
         */
        ApiVersionHeader: "1.2";
        /** @description Identifier of the application. */
        ApplicationIdPath: components["schemas"]["ApplicationId"];
        /** @description Specifies if only auth-only transactions are listed. */
        AuthOnlyQuery: boolean;
        /** @description Identifier of the business. */
        BusinessIdPath: `${Brand.BusinessId}`;
        /**
         * @description Identifier of a business.
         *     When absent, subscriptions of all merchants are listed.
         */
        BusinessIdQuery: `${Brand.BusinessId}`;
        /**
         * @description Month in which a card expires.
         *     Only transactions by cards expiring in this month, or orders with such a transaction, are listed.
         */
        CardExpirationMonthQuery: number;
        /**
         * @description Year in which a card expires.
         *     Only transactions by cards expiring in this year, or orders with such a transaction, are listed.
         */
        CardExpirationYearQuery: number;
        /**
         * @description Given name of the holder of a card.
         *     Only transactions by cards whose holder has this given name, or orders with such a transaction, are listed.
         */
        CardHolderFirstNameQuery: string;
        /**
         * @description Family name of the holder of a card.
         *     Only transactions by cards whose holder has this family name, or orders with such a transaction, are listed.
         */
        CardHolderLastNameQuery: string;
        /**
         * @description First 6 digits of a card number.
         *     Only transactions by cards starting with these digits, or orders with such a transaction, are listed.
         */
        CardNumberFirst6Query: string;
        /**
         * @description Last 4 digits of a card number.
         *     Only transactions by cards ending with these digits, or orders with such a transaction, are listed.
         */
        CardNumberLast4Query: string;
        /** @description Number of items on a page. */
        CountQuery: number;
        /**
         * @description Specifies if only credit and debit transactions are listed.
         *     Any card filter and `unsettledOnly` limit the result in the same way.
         */
        CreditDebitOnlyQuery: boolean;
        /**
         * @description Identifier of a customer.
         *     Only orders placed by this customer are listed.
         */
        CustomerUserIdQuery: number;
        /** @description Identifier of a device, as a filter for transactions. */
        DeviceIdQuery: `${Brand.DeviceId}`;
        /**
         * @description End of the time window.
         *     When absent, it is the latest time (now).
         */
        EndAtQuery: components["schemas"]["Timestamp"];
        /**
         * @description Unique identifier of the request.
         *     Enforces idempotency where appropriate.
         */
        IdempotencyKeyHeader: string;
        /**
         * @description Only items updated since this date and time are listed.
         *     Clients are advised to start paging with this header.
         *     Ignored when `startAt` is present.
         */
        IfModifiedSinceHeader: components["schemas"]["Timestamp"];
        /**
         * @description Date and time when the client last read the order.
         *     Effect on a single order is not specified.
         */
        IfModifiedSinceOrderHeader: components["schemas"]["Timestamp"];
        /**
         * @description Specifies if the histories of the orders are included.
         *     Default is not specified.
         */
        IncludeOrderHistoriesQuery: boolean;
        /**
         * @description Specifies if the shipments of the orders are included.
         *     Default is not specified.
         */
        IncludeOrderShipmentsQuery: boolean;
        /**
         * @description Specifies if stay orders are included.
         *     Neither the meaning of stay orders nor the default of the flag is specified.
         */
        IncludeStaysAllQuery: boolean;
        /** @description Number of items to return. */
        LimitQuery: number;
        /**
         * @description Sort order of the transactions.
         *     Values are not specified.
         */
        OrderByQuery: string;
        /** @description Identifier of the order. */
        OrderIdPath: `${Brand.OrderId}`;
        /** @description Number of an order, as a filter for orders. */
        OrderNumberQuery: string;
        /**
         * @description Status of an order.
         *     Only orders with this status are listed.
         */
        OrderStatusQuery: components["schemas"]["OrderStatus"];
        /**
         * @description Unique identifier of the request.
         *     Enforces idempotency where appropriate, usually on `POST` requests.
         */
        RequestIdHeader: string;
        /**
         * @description Unique identifier of the request, required for recording and updating an order.
         *     Enforces idempotency where appropriate.
         */
        RequiredIdempotencyKeyHeader: string;
        /**
         * @description Key that the server searches for in several fields.
         *     Names of the fields are not specified.
         */
        SearchKeyQuery: string;
        /**
         * @description Start of the time window, compared with `updatedAt` of each item.
         *     When present, the server ignores `If-Modified-Since`.
         */
        StartAtQuery: components["schemas"]["Timestamp"];
        /**
         * @description Offset from the first item.
         *     Used by the server in the links that it generates: clients generally leave it unset.
         */
        StartOffsetQuery: number;
        /**
         * @description Date and time at which pagination starts.
         *     Way to get the next page is not specified.
         */
        StartQuery: components["schemas"]["Timestamp"];
        /**
         * @description Status of a transaction.
         *     Only transactions with this status are listed.
         */
        StatusQuery: components["schemas"]["TransactionStatus"];
        /**
         * @description Identifier of a store.
         *     Only items of this store are listed.
         */
        StoreIdQuery: `${Brand.StoreId}`;
        /** @description Identifier of the subscription. */
        SubscriptionIdPath: `${Brand.SubscriptionId}`;
        /**
         * @description Additional identifier, as a filter for transactions.
         *     Meaning of the identifier is not specified.
         */
        TidQuery: string;
        /**
         * @description Type of time.
         *     Meaning and values are not specified.
         */
        TimeTypeQuery: string;
        /**
         * @description Identifiers of transactions, separated by commas.
         *     Only these transactions are listed.
         */
        TransactionIdsQuery: `${Brand.TransactionId}`[];
        /**
         * @description Specifies if only unsettled transactions are listed.
         *     Limits the result to credit and debit transactions.
         */
        UnsettledOnlyQuery: boolean;
        /**
         * @description Signature of the delivery: base64 encoding of the binary HMAC-SHA1 of the payload, with the registered secret as the key.
         *     Receivers compute the signature of the payload and compare it with the header.
         *     Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate, usually on `POST` requests.
                 */
                "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Grant, form-encoded. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Operation was successful, an access token was issued. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenResponse"];
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
                 *     When present, the server ignores `If-Modified-Since`.
                 */
                startAt?: components["parameters"]["StartAtQuery"];
                /**
                 * @description End of the time window.
                 *     When absent, it is the latest time (now).
                 */
                endAt?: components["parameters"]["EndAtQuery"];
                /**
                 * @description Type of time.
                 *     Meaning and values are not specified.
                 */
                timeType?: components["parameters"]["TimeTypeQuery"];
                /**
                 * @description Offset from the first item.
                 *     Used by the server in the links that it generates: clients generally leave it unset.
                 */
                startOffset?: components["parameters"]["StartOffsetQuery"];
                /** @description Number of items to return. */
                limit?: components["parameters"]["LimitQuery"];
                /**
                 * @description First 6 digits of a card number.
                 *     Only transactions by cards starting with these digits, or orders with such a transaction, are listed.
                 */
                cardNumberFirst6?: components["parameters"]["CardNumberFirst6Query"];
                /**
                 * @description Last 4 digits of a card number.
                 *     Only transactions by cards ending with these digits, or orders with such a transaction, are listed.
                 */
                cardNumberLast4?: components["parameters"]["CardNumberLast4Query"];
                /**
                 * @description Month in which a card expires.
                 *     Only transactions by cards expiring in this month, or orders with such a transaction, are listed.
                 */
                cardExpirationMonth?: components["parameters"]["CardExpirationMonthQuery"];
                /**
                 * @description Year in which a card expires.
                 *     Only transactions by cards expiring in this year, or orders with such a transaction, are listed.
                 */
                cardExpirationYear?: components["parameters"]["CardExpirationYearQuery"];
                /**
                 * @description Given name of the holder of a card.
                 *     Only transactions by cards whose holder has this given name, or orders with such a transaction, are listed.
                 */
                cardHolderFirstName?: components["parameters"]["CardHolderFirstNameQuery"];
                /**
                 * @description Family name of the holder of a card.
                 *     Only transactions by cards whose holder has this family name, or orders with such a transaction, are listed.
                 */
                cardHolderLastName?: components["parameters"]["CardHolderLastNameQuery"];
                /**
                 * @description Identifier of a store.
                 *     Only items of this store are listed.
                 */
                storeId?: components["parameters"]["StoreIdQuery"];
                /** @description Number of an order, as a filter for orders. */
                orderNumber?: components["parameters"]["OrderNumberQuery"];
                /**
                 * @description Status of an order.
                 *     Only orders with this status are listed.
                 */
                orderStatus?: components["parameters"]["OrderStatusQuery"];
                /**
                 * @description Specifies if stay orders are included.
                 *     Neither the meaning of stay orders nor the default of the flag is specified.
                 */
                includeStaysAll?: components["parameters"]["IncludeStaysAllQuery"];
                /**
                 * @description Specifies if the histories of the orders are included.
                 *     Default is not specified.
                 */
                includeOrderHistories?: components["parameters"]["IncludeOrderHistoriesQuery"];
                /**
                 * @description Specifies if the shipments of the orders are included.
                 *     Default is not specified.
                 */
                includeOrderShipments?: components["parameters"]["IncludeOrderShipmentsQuery"];
                /**
                 * @description Identifier of a customer.
                 *     Only orders placed by this customer are listed.
                 */
                customerUserId?: components["parameters"]["CustomerUserIdQuery"];
            };
            header: {
                /**
                 * @description Version of the API that the request uses.
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate, usually on `POST` requests.
                 */
                "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /**
                 * @description Only items updated since this date and time are listed.
                 *     Clients are advised to start paging with this header.
                 *     Ignored when `startAt` is present.
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
                    "application/json": components["schemas"]["OrderList"];
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate, usually on `POST` requests.
                 */
                "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /**
                 * @description Date and time when the client last read the order.
                 *     Effect on a single order is not specified.
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
                    "application/json": components["schemas"]["OrderWithLinks"];
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request, required for recording and updating an order.
                 *     Enforces idempotency where appropriate.
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
         *     Requests without a body are valid too.
         */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Order"];
            };
        };
        responses: {
            /** @description Operation was successful, the recorded order is returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description Created, a new order was recorded and is returned. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request, required for recording and updating an order.
                 *     Enforces idempotency where appropriate.
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
                "application/json": components["schemas"]["OrderPatch"];
                "application/json-patch+json": components["schemas"]["OrderPatch"];
            };
        };
        responses: {
            /** @description Operation was successful, the updated order is returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate, usually on `POST` requests.
                 */
                "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
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
            /** @description Operation was successful, all shipments are returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderShipment"][];
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate, usually on `POST` requests.
                 */
                "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
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
            /** @description Operation was successful, all history events are returned. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderHistory"][];
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
                 *     When present, the server ignores `If-Modified-Since`.
                 */
                startAt?: components["parameters"]["StartAtQuery"];
                /**
                 * @description End of the time window.
                 *     When absent, it is the latest time (now).
                 */
                endAt?: components["parameters"]["EndAtQuery"];
                /**
                 * @description Type of time.
                 *     Meaning and values are not specified.
                 */
                timeType?: components["parameters"]["TimeTypeQuery"];
                /**
                 * @description Offset from the first item.
                 *     Used by the server in the links that it generates: clients generally leave it unset.
                 */
                startOffset?: components["parameters"]["StartOffsetQuery"];
                /** @description Number of items to return. */
                limit?: components["parameters"]["LimitQuery"];
                /**
                 * @description Identifier of a store.
                 *     Only items of this store are listed.
                 */
                storeId?: components["parameters"]["StoreIdQuery"];
                /** @description Identifier of a device, as a filter for transactions. */
                deviceId?: components["parameters"]["DeviceIdQuery"];
                /**
                 * @description Additional identifier, as a filter for transactions.
                 *     Meaning of the identifier is not specified.
                 */
                tid?: components["parameters"]["TidQuery"];
                /**
                 * @description Key that the server searches for in several fields.
                 *     Names of the fields are not specified.
                 */
                searchKey?: components["parameters"]["SearchKeyQuery"];
                /**
                 * @description First 6 digits of a card number.
                 *     Only transactions by cards starting with these digits, or orders with such a transaction, are listed.
                 */
                cardNumberFirst6?: components["parameters"]["CardNumberFirst6Query"];
                /**
                 * @description Last 4 digits of a card number.
                 *     Only transactions by cards ending with these digits, or orders with such a transaction, are listed.
                 */
                cardNumberLast4?: components["parameters"]["CardNumberLast4Query"];
                /**
                 * @description Month in which a card expires.
                 *     Only transactions by cards expiring in this month, or orders with such a transaction, are listed.
                 */
                cardExpirationMonth?: components["parameters"]["CardExpirationMonthQuery"];
                /**
                 * @description Year in which a card expires.
                 *     Only transactions by cards expiring in this year, or orders with such a transaction, are listed.
                 */
                cardExpirationYear?: components["parameters"]["CardExpirationYearQuery"];
                /**
                 * @description Given name of the holder of a card.
                 *     Only transactions by cards whose holder has this given name, or orders with such a transaction, are listed.
                 */
                cardHolderFirstName?: components["parameters"]["CardHolderFirstNameQuery"];
                /**
                 * @description Family name of the holder of a card.
                 *     Only transactions by cards whose holder has this family name, or orders with such a transaction, are listed.
                 */
                cardHolderLastName?: components["parameters"]["CardHolderLastNameQuery"];
                /**
                 * @description Action of a transaction.
                 *     Only transactions with this action are listed.
                 */
                action?: components["parameters"]["ActionQuery"];
                /**
                 * @description Status of a transaction.
                 *     Only transactions with this status are listed.
                 */
                status?: components["parameters"]["StatusQuery"];
                /**
                 * @description Identifiers of transactions, separated by commas.
                 *     Only these transactions are listed.
                 */
                transactionIds?: components["parameters"]["TransactionIdsQuery"];
                /** @description Specifies if only auth-only transactions are listed. */
                authOnly?: components["parameters"]["AuthOnlyQuery"];
                /**
                 * @description Specifies if only unsettled transactions are listed.
                 *     Limits the result to credit and debit transactions.
                 */
                unsettledOnly?: components["parameters"]["UnsettledOnlyQuery"];
                /**
                 * @description Specifies if only credit and debit transactions are listed.
                 *     Any card filter and `unsettledOnly` limit the result in the same way.
                 */
                creditDebitOnly?: components["parameters"]["CreditDebitOnlyQuery"];
                /**
                 * @description Sort order of the transactions.
                 *     Values are not specified.
                 */
                orderBy?: components["parameters"]["OrderByQuery"];
            };
            header: {
                /**
                 * @description Version of the API that the request uses.
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate, usually on `POST` requests.
                 */
                "Service-Request-Id"?: components["parameters"]["RequestIdHeader"];
                /**
                 * @description Only items updated since this date and time are listed.
                 *     Clients are advised to start paging with this header.
                 *     Ignored when `startAt` is present.
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
                    "application/json": components["schemas"]["TransactionList"];
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
                 *     When absent, subscriptions of all merchants are listed.
                 */
                businessId?: components["parameters"]["BusinessIdQuery"];
                /**
                 * @description Date and time at which pagination starts.
                 *     Way to get the next page is not specified.
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
                    "application/json": components["schemas"]["SubscriptionList"];
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
                    "application/json": components["schemas"]["Subscription"];
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
                    "application/json": components["schemas"]["PlanList"];
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
                 *     Other supported versions and the deprecation policy are not specified.
                 */
                "Api-Version": components["parameters"]["ApiVersionHeader"];
                /**
                 * @description Unique identifier of the request.
                 *     Enforces idempotency where appropriate.
                 */
                "Service-Request-Id"?: components["parameters"]["IdempotencyKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Registration to create. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["HookRegistration"];
            };
        };
        responses: {
            /** @description Created, a new webhook was registered and is returned. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedHook"];
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
                 *     Receivers compute the signature of the payload and compare it with the header.
                 *     Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
                 */
                "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Webhook event, whose exact bytes are signed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderOpenedEvent"];
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
                 *     Receivers compute the signature of the payload and compare it with the header.
                 *     Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
                 */
                "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Webhook event, whose exact bytes are signed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCompletedEvent"];
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
                 *     Receivers compute the signature of the payload and compare it with the header.
                 *     Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
                 */
                "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Webhook event, whose exact bytes are signed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCancelledEvent"];
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
                 *     Receivers compute the signature of the payload and compare it with the header.
                 *     Example: signature of the example event of an opened order, serialized as JSON without spaces, with the secret of the example registration.
                 */
                "Service-Webhook-Signature": components["parameters"]["WebhookSignatureHeader"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Webhook event, whose exact bytes are signed. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderUpdatedEvent"];
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

export type AmountTotals = components["schemas"]["AmountTotals"];
export type ApplicationId = components["schemas"]["ApplicationId"];
export type BundleId = components["schemas"]["BundleId"];
export type BusinessId = components["schemas"]["BusinessId"];
export type BusinessType = components["schemas"]["BusinessType"];
export type Card = components["schemas"]["Card"];
export type CardBrand = components["schemas"]["CardBrand"];
export type CardId = components["schemas"]["CardId"];
export type CardSource = components["schemas"]["CardSource"];
export type CardStatus = components["schemas"]["CardStatus"];
export type CardType = components["schemas"]["CardType"];
export type ChannelId = components["schemas"]["ChannelId"];
export type CreatedHook = components["schemas"]["CreatedHook"];
export type CurrencyCode = components["schemas"]["CurrencyCode"];
export type Customer = components["schemas"]["Customer"];
export type CustomerEmails = components["schemas"]["CustomerEmails"];
export type CustomerPhones = components["schemas"]["CustomerPhones"];
export type CustomerPresenceStatus = components["schemas"]["CustomerPresenceStatus"];
export type DeliveryMode = components["schemas"]["DeliveryMode"];
export type DeviceId = components["schemas"]["DeviceId"];
export type Discount = components["schemas"]["Discount"];
export type EmvData = components["schemas"]["EmvData"];
export type EmvTags = components["schemas"]["EmvTags"];
export type EntryDetails = components["schemas"]["EntryDetails"];
export type EntryMode = components["schemas"]["EntryMode"];
export type ErrorBody = components["schemas"]["ErrorBody"];
export type Fee = components["schemas"]["Fee"];
export type FulfillmentStatus = components["schemas"]["FulfillmentStatus"];
export type FundingSource = components["schemas"]["FundingSource"];
export type FundingSourceType = components["schemas"]["FundingSourceType"];
export type GrantType = components["schemas"]["GrantType"];
export type Hook = components["schemas"]["Hook"];
export type HookId = components["schemas"]["HookId"];
export type HookRegistration = components["schemas"]["HookRegistration"];
export type ItemTax = components["schemas"]["ItemTax"];
export type ItemTaxId = components["schemas"]["ItemTaxId"];
export type ItemTaxType = components["schemas"]["ItemTaxType"];
export type JwtBearerGrant = components["schemas"]["JwtBearerGrant"];
export type Link = components["schemas"]["Link"];
export type LinkMethod = components["schemas"]["LinkMethod"];
export type MonetaryAmount = components["schemas"]["MonetaryAmount"];
export type Order = components["schemas"]["Order"];
export type OrderAmounts = components["schemas"]["OrderAmounts"];
export type OrderCancelledEvent = components["schemas"]["OrderCancelledEvent"];
export type OrderCompletedEvent = components["schemas"]["OrderCompletedEvent"];
export type OrderContext = components["schemas"]["OrderContext"];
export type OrderHistory = components["schemas"]["OrderHistory"];
export type OrderHistoryEventType = components["schemas"]["OrderHistoryEventType"];
export type OrderId = components["schemas"]["OrderId"];
export type OrderItem = components["schemas"]["OrderItem"];
export type OrderItemStatus = components["schemas"]["OrderItemStatus"];
export type OrderList = components["schemas"]["OrderList"];
export type OrderOpenedEvent = components["schemas"]["OrderOpenedEvent"];
export type OrderPatch = components["schemas"]["OrderPatch"];
export type OrderPatchOperation = components["schemas"]["OrderPatchOperation"];
export type OrderShipment = components["schemas"]["OrderShipment"];
export type OrderSource = components["schemas"]["OrderSource"];
export type OrderStatus = components["schemas"]["OrderStatus"];
export type OrderStatuses = components["schemas"]["OrderStatuses"];
export type OrderUpdatedEvent = components["schemas"]["OrderUpdatedEvent"];
export type OrderWithLinks = components["schemas"]["OrderWithLinks"];
export type PageLink = components["schemas"]["PageLink"];
export type PasswordGrant = components["schemas"]["PasswordGrant"];
export type Plan = components["schemas"]["Plan"];
export type PlanAmount = components["schemas"]["PlanAmount"];
export type PlanCancelPolicy = components["schemas"]["PlanCancelPolicy"];
export type PlanId = components["schemas"]["PlanId"];
export type PlanInterval = components["schemas"]["PlanInterval"];
export type PlanList = components["schemas"]["PlanList"];
export type PlanScope = components["schemas"]["PlanScope"];
export type PlanStartPolicy = components["schemas"]["PlanStartPolicy"];
export type PlanStatus = components["schemas"]["PlanStatus"];
export type ProcessorOptions = components["schemas"]["ProcessorOptions"];
export type ProcessorResponse = components["schemas"]["ProcessorResponse"];
export type Reference = components["schemas"]["Reference"];
export type ReferenceType = components["schemas"]["ReferenceType"];
export type RefreshTokenGrant = components["schemas"]["RefreshTokenGrant"];
export type RemoveAmountsOperation = components["schemas"]["RemoveAmountsOperation"];
export type ReplaceDiscountsOperation = components["schemas"]["ReplaceDiscountsOperation"];
export type ReplaceItemsOperation = components["schemas"]["ReplaceItemsOperation"];
export type ResourceLink = components["schemas"]["ResourceLink"];
export type ResourceLinkRelation = components["schemas"]["ResourceLinkRelation"];
export type ScaIndicator = components["schemas"]["ScaIndicator"];
export type SelectedVariant = components["schemas"]["SelectedVariant"];
export type SetAmountsOperation = components["schemas"]["SetAmountsOperation"];
export type SettlementStatus = components["schemas"]["SettlementStatus"];
export type ShipmentAddress = components["schemas"]["ShipmentAddress"];
export type ShipmentStatus = components["schemas"]["ShipmentStatus"];
export type ShipmentType = components["schemas"]["ShipmentType"];
export type StoreId = components["schemas"]["StoreId"];
export type Subscription = components["schemas"]["Subscription"];
export type SubscriptionId = components["schemas"]["SubscriptionId"];
export type SubscriptionList = components["schemas"]["SubscriptionList"];
export type SubscriptionPhase = components["schemas"]["SubscriptionPhase"];
export type SubscriptionStatus = components["schemas"]["SubscriptionStatus"];
export type Timestamp = components["schemas"]["Timestamp"];
export type TokenRequest = components["schemas"]["TokenRequest"];
export type TokenResponse = components["schemas"]["TokenResponse"];
export type TokenScope = components["schemas"]["TokenScope"];
export type TokenType = components["schemas"]["TokenType"];
export type Transaction = components["schemas"]["Transaction"];
export type TransactionAction = components["schemas"]["TransactionAction"];
export type TransactionAmounts = components["schemas"]["TransactionAmounts"];
export type TransactionContext = components["schemas"]["TransactionContext"];
export type TransactionFee = components["schemas"]["TransactionFee"];
export type TransactionId = components["schemas"]["TransactionId"];
export type TransactionInstruction = components["schemas"]["TransactionInstruction"];
export type TransactionLink = components["schemas"]["TransactionLink"];
export type TransactionLinkRelation = components["schemas"]["TransactionLinkRelation"];
export type TransactionList = components["schemas"]["TransactionList"];
export type TransactionStatus = components["schemas"]["TransactionStatus"];
export type TransactionStatusSummary = components["schemas"]["TransactionStatusSummary"];
export type UnitOfMeasure = components["schemas"]["UnitOfMeasure"];
export type WebhookEvent = components["schemas"]["WebhookEvent"];
export type WebhookEventId = components["schemas"]["WebhookEventId"];
export type WebhookEventType = components["schemas"]["WebhookEventType"];
