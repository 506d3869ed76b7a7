interface Refused {
  detail: string;
  reason?: string;
  retryAfterSeconds?: number;
}

/** In the place of what API Gateway and function URLs say by themselves, by status. */
const REFUSALS: Readonly<Record<string, Refused>> = {
  400: { detail: 'This request cannot be read. Check its address for broken percent escapes.' },
  403: { detail: 'This request was refused before it reached the service. Check its address and headers.' },
  404: { detail: 'No such route. See /llms.txt for the ones there are.' },
  413: { detail: 'The body is too large. Send at most 256 KB.' },
  414: { detail: 'The address is too long. Send at most 8 KB.' },
  429: {
    detail: 'The service gets too many requests at once. Wait a moment, then try again.',
    reason: 'service_busy',
    retryAfterSeconds: 1,
  },
  431: { detail: 'The headers are too large. Send at most 10 KB.' },
  503: { detail: 'The service did not answer in time. Try again in a moment.', retryAfterSeconds: 2 },
  504: { detail: 'The service did not answer in time. Try again in a moment.', retryAfterSeconds: 2 },
};

const OTHER: Refused = { detail: 'This request was refused before it reached the service. See /llms.txt.' };
const FAULT: Refused = {
  detail: 'Something went wrong on our side. Try again; if it stays, report the x-request-id.',
};

export const refusedWith = (status: string): Refused => REFUSALS[status] ?? (Number(status) < 500 ? OTHER : FAULT);
