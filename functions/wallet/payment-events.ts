/** A payment that the payment service vouches for. */
export interface Payment {
  /** Of the checkout: several events may tell of one. */
  id: string;
  event_id: string;
  /** Absent if the payment names none of our workspaces. */
  workspace_id?: string;
  cents: number;
  /** In small letters, such as `usd`. */
  currency: string;
}

/** A payment service that tells of payments by signed requests. */
export interface PaymentEvents {
  /** Undefined for an event that is of no concern. Throws a 400 for one that the service did not sign just now. */
  verify: (headers: Readonly<Record<string, string>>, body: string) => Payment | undefined;
}
