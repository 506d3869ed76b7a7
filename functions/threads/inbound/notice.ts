import * as z from 'zod';

const Verdict = z.object({ status: z.string() }).optional();

/** As SES reports a mail that it has put into the bucket. */
export const Notice = z.object({
  mail: z.object({
    messageId: z.string(),
    source: z.string().default(''),
    headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    commonHeaders: z.object({ from: z.array(z.string()).default([]), messageId: z.string().optional() }),
  }),
  receipt: z.object({
    recipients: z.array(z.string()),
    spamVerdict: Verdict,
    virusVerdict: Verdict,
    spfVerdict: Verdict,
    dmarcVerdict: Verdict,
    action: z.object({ type: z.literal('S3'), objectKey: z.string() }),
  }),
});
export type Notice = z.infer<typeof Notice>;

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The one address that the mail claims to be from. */
export const senderOf = ({ mail }: Notice): string | undefined => {
  const [from, ...more] = mail.commonHeaders.from;
  const address = more.length === 0 ? /^(?:.*<)?([^<>\s,]+@[^<>\s,]+?)>?\s*$/.exec(from ?? '')?.[1] : undefined;
  return address?.toLowerCase();
};

/** By its domain's own policy (DMARC), or if it has none, because a server of that very domain sent the mail (SPF). */
export const isFrom = ({ mail, receipt }: Notice, sender: string): boolean => {
  const { dmarcVerdict, spfVerdict } = receipt;
  if (dmarcVerdict?.status === 'PASS') return true;
  const isWithoutPolicy = dmarcVerdict?.status === 'GRAY';
  return isWithoutPolicy && spfVerdict?.status === 'PASS' && domainOf(mail.source) === domainOf(sender);
};

export const isHarmful = ({ receipt: { spamVerdict, virusVerdict } }: Notice): boolean =>
  spamVerdict?.status === 'FAIL' || virusVerdict?.status === 'FAIL';
