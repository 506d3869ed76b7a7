/** Grants that no run of tests and proofs makes use of, and why they stay: entry, action, resource. */
export const unusedWithReason: Readonly<Record<string, string>> = {};
