/** Apart from the contract, so that pages that name it carry no other route. */
export const GUIDE = '/llms.txt';
