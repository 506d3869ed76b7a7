import { isSamePage } from '../../browser/host-of.ts';
import { allOrFirstError } from '../../kit/all-settled.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import type { Reviews, ReviewsContext } from '../context.ts';
import { isEnded } from '../rows.ts';
import { PANEL, PANEL_ID } from '../the-panel.ts';
import { noteOfFinding } from './note-of-finding.ts';
import { filedIn, groupOf } from './present-feedback.ts';
import type { WholeReview } from './review-reader.ts';

const TRIES = 3;

const siteFor = (whole: WholeReview, given: string | null | undefined): string => {
  const site_id = given ?? whole.row.widget_site_id;
  if (site_id === null) throw unprocessable(['body', 'site_id'], 'note_needs_site', {}, 'missing');
  return site_id;
};

/** Redirects may have led to another page than the one that was asked for. */
const addressRead = (asked: string, read: string | null | undefined): string => {
  if (!read) return asked;
  const isBare = !read.includes('#') && isSamePage(read, asked);
  return isBare ? `${read}${new URL(asked).hash}`.slice(0, 2048) : read;
};

const siteUrl = async ({ reviews }: ReviewsContext, site_id: string): Promise<string> => {
  const site = await reviews.findSite(site_id);
  if (!site) throw unprocessable(['body', 'site_id'], 'site_unknown');
  return site.url;
};

/** Files a finding once: of concurrent calls one writes, and the others answer its note. */
export const createFeedbackNote: Reviews['createFeedbackNote'] = async (ctx, { review_id, feedback_id, body }) => {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const whole = await ctx.reviews.get(review_id);
    if (!isEnded(whole.row)) throw conflict('review_running');
    const finding = whole.findings.find(({ id }) => id === feedback_id);
    if (!finding) throw notFound();
    const { lead } = groupOf(whole, finding);
    const run = whole.runs.find(({ persona_id }) => persona_id === lead.persona_id);
    const persona = lead.persona_id === PANEL_ID ? PANEL : run?.persona;
    if (!persona) throw notFound();
    const filed = filedIn(whole, finding);
    const known = filed === undefined ? undefined : await ctx.annotations.findRow(filed);
    if (known) return { annotation_id: known.id, site_id: known.site_id, review_id, feedback_id: lead.id };
    const site_id = siteFor(whole, body?.site_id);
    const { annotation_id } = whole.row;
    const asked = whole.row.url;
    const [site, content, thread] = await allOrFirstError([
      asked ? '' : siteUrl(ctx, site_id),
      ctx.reviews.findContent(review_id),
      annotation_id === null ? undefined : ctx.annotations.findThread(annotation_id),
    ]);
    const url = asked ? addressRead(asked, content?.url) : site;
    const isOfPage = asked !== null;
    const isOfNote = whole.row.source === 'widget_annotation';
    const about = thread?.context.captured;
    const note = noteOfFinding({ site_id, review_id, url, isOfPage, isOfNote, about, finding: lead, persona, content });
    const created = await ctx.reviews.createNote(whole.row, lead, note);
    if (created) return created;
  }
  throw conflict('annotation_modified');
};
