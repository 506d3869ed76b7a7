import { AT_THE_EDGE } from './at-the-edge.ts';
import { EVERYWHERE } from './everywhere.ts';
import type { Sentence } from './sentence.ts';

const OWN = {
  validation_error: [
    'The request doesn’t have the required shape.',
    'Change the fields listed in `detail`; each entry has its own `code`.',
  ],
  not_found: ['Not found.', 'Check the id, and that it belongs to this workspace.'],
  store_busy: ['The store is busy.', 'Try again in a moment.'],
  files_unreachable: ['File storage is unreachable.', 'Try again in a moment.'],
  ip_rate_limit: [
    'Rate limit exceeded: {max} requests in {seconds} seconds from your address.',
    'Wait as many seconds as Retry-After says.',
  ],
  credential_rate_limit: [
    'Rate limit exceeded: {max} requests in {seconds} seconds with this credential.',
    'Wait as many seconds as Retry-After says.',
  ],
  cursor_invalid: ['The cursor doesn’t belong to this list.', 'Leave it out to start at the first page.'],
  nothing_to_search: ['There is no word to search for.', 'Send letters or digits.'],
  cursor_expired: [
    'Changes are kept for 30 days, and this cursor is older.',
    'Ask with cursor=latest, keep its cursor, then list the notes.',
  ],
  wait_needs_token: ['A session can’t wait for changes.', 'Leave out wait, or use an API token.'],
  waits_full: ['{max} requests of this workspace are waiting already.', 'Use one of them for all of your agents.'],
  idempotency_key_malformed: [
    'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.',
    'Send another key.',
  ],
  idempotency_key_reused: ['This Idempotency-Key was used with another body.', 'Use a new key for a new request.'],

  // Credentials
  oauth_request_malformed: [
    'A parameter of this sign-in is missing or malformed.',
    'PKCE with S256 is required; see /.well-known/oauth-authorization-server.',
  ],
  oauth_client_unknown: ['This client is unknown.', 'Register it again, or check the address of its description.'],
  oauth_client_malformed: [
    'The description of this client can’t be used.',
    'Send a JSON object with redirect_uris (a list of URLs) and client_name (a string).',
  ],
  oauth_redirect_refused: [
    'This client may not receive answers at that address.',
    'Use an https address that the client registered, or http on the same computer.',
  ],
  oauth_response_type_unsupported: ['This response type isn’t supported.', 'Use response_type=code.'],
  oauth_grant_type_unsupported: ['This grant type isn’t supported.', 'Use authorization_code or refresh_token.'],
  oauth_grant_invalid: ['This code or refresh token is no longer valid.', 'Sign in again.'],
  oauth_resource_unknown: ['Tokens are only issued for this service’s MCP address.', 'Send its address as resource.'],
  oauth_scope_unknown: ['These scopes can’t be granted.', 'Ask for read, write or review, as the request did.'],
  oauth_request_expired: ['This sign-in request is no longer valid.', 'Start again in your client.'],
  mcp_scope_missing: ['This connection lacks the scope {scope}.', 'Connect again and allow it.'],
  credential_missing: ['The credential is missing.', 'Send the header "Authorization: Bearer <credential>".'],
  credential_malformed: [
    'The credential is malformed.',
    'Send "Authorization: Bearer <credential>" exactly as it was issued.',
  ],
  credential_unknown: ['The credential is unknown.', 'Ask an OWNER of the workspace for a new one.'],
  credential_is_api_token: [
    'This is an API token.',
    'It goes to /api/v1 as "Authorization: Bearer svat_…"; /mcp takes the MCP token of a site.',
  ],
  credential_is_mcp_token: [
    'This is an MCP token.',
    'It goes to /mcp/svmt_…, or to /mcp as "Authorization: Bearer svmt_…"; /api/v1 takes an API token (svat_…).',
  ],
  credential_is_access_token: [
    'This is an access token of an MCP client.',
    'It goes to /mcp, without a path, as "Authorization: Bearer svoa_…".',
  ],
  credential_is_widget_token: [
    'This is a widget token.',
    'It is for the widget alone; /api/v1 takes an API token (svat_…), /mcp an MCP token (svmt_…).',
  ],
  credential_is_stakeholder_token: [
    'This is a stakeholder’s token.',
    'It belongs in the link that the stakeholder gets; /api/v1 takes an API token (svat_…), /mcp an MCP token (svmt_…).',
  ],
  credential_is_share_token: [
    'This is the share token of a review.',
    'Read the review at /api/reviews/shared/svsh_…, without a credential.',
  ],
  credential_revoked: ['The credential was revoked.', 'Ask an OWNER of the workspace for a new one.'],
  credential_expired: ['The credential has expired.', 'Sign in again, or ask an OWNER of the workspace for a new one.'],
  credential_workspace_deleted: [
    'The workspace of this credential was deleted.',
    'An OWNER can restore it within 30 days.',
  ],
  credential_session_ended: ['This session was signed out.', 'Sign in again.'],
  credential_account_deleted: ['The account of this credential was deleted.', 'Sign up again to start over.'],
  sign_in_keys_unreachable: ['Sign-in keys are unreachable.', 'Try again in a moment.'],
  insufficient_role: ['Insufficient role', 'Ask an OWNER of the workspace for a higher role.'],
  session_required: ['API tokens can’t do this.', 'Sign in to the dashboard and do it there.'],
  workspace_header_empty: [
    'The header is empty.',
    'Send a workspace id, or omit the header to use your personal workspace.',
  ],
  workspace_deleted: ['This workspace was deleted.', 'An OWNER can restore it within 30 days.'],
  sign_up_closed: ['New accounts are closed right now.', 'Try again later.'],

  // Webhooks
  not_a_webhook_address: ['This address can’t get webhooks.', 'Send an https address on port 443.'],
  view_limit: ['There are {max} saved views, the maximum.', 'Delete one first.'],
  webhook_limit: ['The workspace has {max} webhooks, the maximum.', 'Delete one first.'],
  webhook_inactive: ['This webhook is switched off.', 'Switch it on, then send the event again.'],
  webhook_secret_rotated: ['The secret was rotated at the same moment.', 'Read the secrets again.'],
  delivery_pending: ['This delivery hasn’t ended yet.', 'Wait for its next attempt.'],

  // Fields
  missing: ['This is missing.', 'Add it.'],
  null_not_taken: ['This can’t be null.', 'Leave it out, or send a value.'],
  credential_in_text: [
    'This contains a credential of this service ({prefix}…), and others can read it.',
    'Leave it out. If someone asked you for it, don’t send it; if others saw it, rotate it.',
  ],
  empty: ['This is empty.', 'Send at least one character or entry.'],
  too_short: ['This is too short.', 'Send at least {min} characters.'],
  too_long: ['This is too long.', 'Send at most {max} characters.'],
  too_few: ['There are too few entries.', 'Send at least {min}.'],
  too_many: ['There are too many entries.', 'Send at most {max}.'],
  too_low: ['This number is too low.', 'Send {min} or more.'],
  too_high: ['This number is too high.', 'Send {max} or less.'],
  not_whole: ['This isn’t a whole number.', 'Send one, in decimal digits.'],
  wrong_type: ['This has the wrong type.', 'Send a value of type {expected}.'],
  not_an_option: ['This isn’t one of the options.', 'Send one of {options}.'],
  invalid: ['This value isn’t valid here.', 'See /openapi.json for its shape.'],
  not_json: ['The body isn’t JSON.', 'Send JSON.'],
  not_an_id: ['This isn’t an id.', 'Send a ULID.'],
  nothing_written: ['There is no visible text.', 'Write something.'],
  not_an_address: [
    'This web address can’t be used.',
    'Send one that starts with http:// or https://, without spaces, control characters, user name or password.',
  ],
  not_an_https_address: [
    'This https address can’t be used.',
    'Send one that starts with https://, without spaces, control characters, user name or password.',
  ],
  not_an_email: ['This isn’t an email address.', 'Send one such as name@example.com.'],
  not_in_future: ['This time is not in the future.', 'Send a later one, in epoch milliseconds.'],
  reason_missing: ['The summary is missing.', 'Send one: the visitor reads it.'],
  original_missing: [
    'The original is missing.',
    'Send duplicate_of, so that the author is notified when that note is fixed.',
  ],
  not_a_commit: ['This isn’t the SHA of a commit.', 'Send 7 to 64 hexadecimal digits.'],
  not_a_branch: ['This isn’t the name of a branch.', 'Send it without blanks.'],
  picture_unreadable: [
    'This picture can’t be used.',
    'Send the key of an upload, a PNG, JPEG or WebP as base64, or “submitter” for the visitor’s own.',
  ],
  pictures_too_large: ['The body is too large.', 'Send two pictures of 1 MB at most, or upload them.'],
  sent_picture_too_large: ['A picture in the request can have at most 1 MB.', 'Upload larger ones.'],
  no_submitter_picture: ['The note has no screenshot.', 'Leave this out, or send a picture.'],
  one_of_required: ['None of {fields} is given.', 'Send at least one of them.'],

  // Workspaces and members
  workspace_gone: ['You left or deleted the workspace of this Idempotency-Key.', 'Use a new key to create another.'],
  workspace_limit: ['You can create at most {max} workspaces.', 'Delete one; it counts until its 30 days are over.'],
  time_zone_unknown: ['There is no such time zone.', 'Send a name such as Europe/Berlin.'],
  slug_malformed: [
    'This name can’t be used in an address.',
    'Use lowercase letters, digits and single hyphens, such as acme-shop.',
  ],
  personal_workspace_kept: [
    'A personal workspace can’t be deleted while its account exists.',
    'Delete its sites and revoke its tokens instead.',
  ],
  personal_workspace_owner: ['No one can be removed from their personal workspace.', 'Remove other members instead.'],
  last_owner: ['A workspace needs at least one OWNER.', 'Make another member OWNER, then try again.'],
  already_owner: ['You are already OWNER.', 'Name another member of this workspace.'],
  visitor_note_internal: ['Only the team writes internal notes.', 'Send author "owner", or leave `internal` out.'],
  not_a_member: ['There is no such member in this workspace.', 'Send the user id of a member.'],
  assignee_cannot_see: ['This person can’t see the note.', 'Send the user id of a member who sees its site.'],
  mention_unknown: ['This person can’t see the note.', 'Send the user ids of members who see its site.'],
  notification_sites_limit: [
    'At most {max} sites have their own notification settings.',
    'Reset those of another site first.',
  ],
  member_modified: ['This member was modified concurrently.', 'Read the members again, then decide.'],
  site_unknown: ['This workspace has no site with this id.', 'List its sites and send one of their ids.'],
  only_owner: [
    'You are the only OWNER of {list}.',
    'Transfer ownership of each, or delete it, then delete your account.',
  ],
  too_many_owned: ['You are an OWNER of too many workspaces at once.', 'Leave some of them first.'],
  memberships_changing: ['Your memberships were modified concurrently.', 'Wait a moment, then try again.'],
  export_pending: ['An export was requested a moment ago.', 'Wait until it is ready, or five minutes for a new one.'],

  // Invitations
  invitation_accepted: ['This invitation was already accepted.', 'Ask an OWNER for a new one if you need it.'],
  invitation_revoked: ['This invitation was revoked.', 'Ask an OWNER of the workspace for a new one.'],
  invitation_other_address: [
    'This invitation was sent to another email address.',
    'Sign in with that address, then accept it.',
  ],
  email_unverified: ['Your email address isn’t verified.', 'Verify it with your sign-in provider, then accept again.'],
  invited_meanwhile: ['This address was invited concurrently.', 'List the invitations, then decide.'],
  invitation_limit: ['You sent {max} invitations today.', 'Continue tomorrow (UTC).'],
  invitation_resend_limit: [
    'This invitation was resent {max} times within an hour.',
    'Wait, or share its link yourself.',
  ],

  // API tokens and agents
  token_limit: ['A workspace has at most {max} API tokens.', 'Revoke one first.'],
  token_revoked: ['The token created with this Idempotency-Key has been revoked.', 'Use a new key.'],
  private_beta: ['Agents can’t register themselves yet.', 'Ask for access: POST /api/access-requests.'],
  agent_signup_ip_limit: [
    '{max} agents were registered from this address today.',
    'Continue tomorrow (UTC), or use the token you have.',
  ],
  agent_signup_contact_limit: [
    '{max} agents were registered for this contact today.',
    'Continue tomorrow (UTC), or use the token you have.',
  ],

  // Sites
  sample_site_exists: ['This workspace already has its sample site.', 'Use that one, or delete it first.'],
  sample_site_personal: ['Only your personal workspace can have a sample site.', 'Switch to it, then try again.'],
  site_limit: ['A workspace has at most {max} sites.', 'Delete one first.'],
  sites_being_deleted: [
    '{max} deleted sites of this workspace are still being removed.',
    'Try again in a few minutes.',
  ],
  stakeholder_limit: ['A site has at most {max} stakeholders.', 'Revoke one first.'],
  token_rotated: ['The token was rotated concurrently.', 'Read the secrets again.'],
  server_key_retired: [
    'The server key that this was derived from is retired, so it can’t be shown.',
    'Rotate it. Only a new site has another widget token.',
  ],
  not_an_origin: ['This isn’t an origin.', 'Send one such as https://www.example.com, without a path.'],
  not_a_color: ['This isn’t a color.', 'Send one such as #4f46e5.'],
  loader_unknown: ['No site has this script address.', 'Copy it again from the site’s secrets.'],
  origin_not_allowed: [
    'Pages of {origin} may not use this site’s widget.',
    'Add the origin to the site’s allowed_origins.',
  ],
  mcp_origin_not_allowed: [
    'Pages of other origins may not call this server.',
    'Call it from your agent instead of a page.',
  ],
  mcp_tools_unknown: ['X-MCP-Tools names an unknown tool: {name}.', 'Name tools of /mcp.json, separated by commas.'],
  mcp_address_unknown: ['No such route.', 'The MCP address is /mcp/<mcp_token>; see /mcp.json.'],
  method_not_allowed: ['Method not allowed.', 'Use POST: this server keeps no session and opens no stream.'],
  batch_refused: ['Batches aren’t supported.', 'Send one message per request.'],

  // Notes
  status_unknown: ['Unknown status.', 'Send one of {options}.'],
  annotation_modified: ['This annotation was modified concurrently.', 'Read it again, then decide.'],
  verified_lately: ['This was checked within the last hour.', 'Check it again after {until}.'],
  takeover_needs_person: ['Only people take over what someone else works on.', 'Leave take_over out, or wait.'],
  approval_required: [
    'On this site, agents resolve only what a person allowed.',
    'Ask: acknowledge with request_approval over MCP, or POST …/approval with your intent. Go on when unattended_edits.allowed is true.',
  ],
  approval_not_open: [
    'Approval is for open notes that aren’t quarantined.',
    'Read the note; a person reopens or releases it.',
  ],
  approval_changed: ['The request for approval has changed since.', 'Read the note again, then decide.'],
  policy_needs_person: ['Only people change whether agents need approval.', 'Do it in the dashboard.'],
  annotation_claimed: ['{holder} has claimed this annotation until {until}.', 'Take another one, or wait.'],
  agent_name_malformed: [
    'This name can’t be used.',
    'Send 1 to 80 letters, digits, spaces and characters such as - _ . : @ / ( ) +.',
  ],
  no_such_part: ['This annotation has {count} parts.', 'Ask for one of them.'],
  thread_full: ['A thread has at most {max} replies and 500 KB of text.', 'Continue on another note.'],
  note_not_reviewed: [
    'No review of this note has finished.',
    'If you called run_personas, try again in a minute, for ten minutes at most; otherwise call it.',
  ],
  not_marked_fixed: ['This note isn’t marked as fixed.', 'Read it again, then reply to it instead.'],
  not_a_duplicate: ['Only a duplicate has an original.', 'Omit `status`, or send "duplicate".'],
  no_such_original: [
    'There’s no such note to be a duplicate of.',
    'Send the id of another note of this site that isn’t a duplicate itself.',
  ],
  has_duplicates: ['{count} notes name this one as their original.', 'Make it the original of the other note instead.'],
  duplicates_full: ['This note already has {max} duplicates.', 'Leave `duplicate_of` out.'],
  thread_link_expired: ['This link has expired.', 'Open the link in a newer email about this note.'],
  thread_link_revoked: ['This link no longer works.', 'Its address unsubscribed. Open “Your notes” on the site.'],
  thread_link_blocked: [
    'This link no longer works.',
    'Emails to its address bounced or were reported as spam. Open “Your notes” on the site.',
  ],
  note_full: ['The thread of this note is full.', 'Leave another note.'],
  resolutions_full: [
    'A note has at most {max} resolutions, and 500 KB of text with its replies.',
    'Shorten the explanation, or continue on another note.',
  ],
  anonymous_not_allowed: ['This site accepts notes only from people with a personal link.', 'Ask its team for one.'],
  page_access_ended: ['You no longer have access to the notes of this page.', 'Sign in again.'],
  stakeholder_revoked: ['This stakeholder link no longer works.', 'Send the note anonymously, or ask for a new link.'],

  // Files
  upload_limit: ['This workspace requested {max} upload addresses without a size today.', 'Send size, in bytes.'],
  upload_missing: [
    'No upload of kind {kind} has this key.',
    'Ask for an upload URL of this kind and PUT the file first. A key is only for its kind and its note.',
  ],
  image_type_refused: ['Only png, jpeg and webp images are accepted.', 'Upload one of these.'],
  image_too_large: ['The image is over 10 MiB.', 'Upload a smaller one.'],
  type_mismatch: ['The uploaded bytes are not {type}.', 'Upload the file under its own type.'],
  image_damaged: ['The image is damaged.', 'Upload it again.'],
  too_many_pixels: ['The image has over 25 megapixels.', 'Upload a smaller one.'],

  // Personas
  default_persona_not_publishable: [
    'A default persona can’t be published, changed or not.',
    'Create your own and publish that.',
  ],
  default_persona_not_published: [
    'A default persona is never in the marketplace, so it can’t be withdrawn.',
    'Withdraw your own personas only.',
  ],
  persona_limit: ['A workspace has at most {max} custom personas.', 'Delete one first.'],
  persona_too_large: ['A persona has at most 32 KB of text.', 'Shorten it.'],
  dimension_repeated: ['Two dimensions have the same name.', 'Give each its own name.'],
  no_weight: ['All weights are 0.', 'Set at least one above 0.'],

  // Reviews
  unknown_persona: ['This workspace has no persona "{id}".', 'GET /api/personas/mine lists the available ones.'],
  no_personas: ['This workspace has no personas.', 'Create one, or reset the defaults.'],
  content_too_large: ['The content is too large.', 'Send at most {max} KB of it, counted as JSON, or upload a file.'],
  persona_repeated: ['A persona is named twice.', 'Name each persona once.'],
  field_not_taken: ['A review of type {type} doesn’t take {field}.', 'Leave it out.'],
  field_needed: ['A review of type {type} needs one of {fields}.', 'Add one.'],
  only_one_of: ['More than one of {fields} is given.', 'Send only one of them.'],
  review_upload_missing: [
    'No matching upload for this key.',
    'Ask for an upload URL of kind {kind} and PUT the file first.',
  ],
  upload_type_refused: ['Files of this type can’t be used for {kind}.', 'Upload one of {types}.'],
  upload_empty: ['The uploaded file is empty.', 'Upload it again.'],
  upload_too_large: ['The file is over {max} MB.', 'Upload a smaller one.'],
  transcript_needed: [
    'This service can’t transcribe recordings.',
    'Upload a transcript (POST /api/reviews/upload-url with kind transcript) and send its key.',
  ],
  address_has_credentials: [
    'The address contains a user name or password, which readers of the review would see.',
    'Leave them out.',
  ],
  review_running: ['This review is still running.', 'Try again when all personas are done.'],
  review_finished_often: ['A review can be finished {max} times.', 'Create another review.'],
  review_not_partial: ['Only a partial review can be finished.', 'Read the review to see its status.'],
  no_previous_review: ['This review repeats none, or the previous one was deleted.', 'There is nothing to compare.'],
  review_unreadable: [
    'The content of this review or of the previous one couldn’t be read.',
    'There is nothing to compare.',
  ],
  review_unanswered: ['In this review or the previous one, no persona answered.', 'Review the content again.'],
  original_gone: [
    'The original of this review is gone: uploads are kept for a day.',
    'Upload it again, then start a new review.',
  ],
  panel_deleted: ['All personas of this review were deleted.', 'Start a new review with others.'],
  note_needs_site: ['This review belongs to no site.', 'Name the site that gets the note.'],
  page_rating_busy: ['Several people are rating pages at once.', 'Try again in a moment.'],
  review_failed: ['This review has no findings.', 'Start a new review and rate that.'],
  review_unscored: ['This review has no score: no model judged it.', 'Rate its findings instead.'],
  share_modified: ['This share was modified concurrently.', 'Try again.'],
  wallet_empty: [
    'The wallet of this workspace has less than the {cents} cents that a review costs.',
    'Top it up at wallet_topup_url, then try again.',
  ],
  monthly_limit: [
    'This review, estimated at {estimate} dollars, could raise this month’s model costs above the limit of {limit} dollars.',
    'Ask an OWNER of the workspace to raise it, or wait until next month (UTC).',
  ],
  signature_invalid: [
    'This event has no valid signature from the last five minutes.',
    'Sign it with the secret of this webhook.',
  ],

  // Showcase
  review_too_long: ['This review is too long for the showcase.', 'Submit another one.'],
  no_free_slug: ['No address is free for this review.', 'Give it another title.'],
  review_not_complete: [
    'Only a complete review can be submitted to the showcase.',
    'Submit one whose personas all finished.',
  ],
  showcase_entry_modified: ['This showcase entry was modified concurrently.', 'Read it again, then decide.'],
  showcase_entry_rejected: ['This entry was rejected.', 'Its workspace can submit it again.'],
  showcase_report_limit: ['You reported this entry {max} times in 24 hours.', 'Wait: an admin will look at it.'],
  showcase_busy: ['Too many people are reporting this entry at once.', 'Try again in a moment.'],
  reason_too_short: ['The reason is too short.', 'Say in a few words what is wrong.'],

  // Demo
  demo_closed: ['The demo is closed right now.', 'Come back later, or sign up to continue.'],
  demo_running: ['A demo review of your address is running.', 'Wait until it has ended.'],
  demo_daily_limit: ['The demo answers once in 24 hours for each address.', 'Come back later, or sign up to continue.'],
  demo_addresses_only: ['The demo reads only public pages by their address.', 'Sign up to review files.'],
  unreadable_page: ['The page can’t be reviewed.', 'Fix the problem that the entry in `detail` names.'],
  pages_unavailable: ['Pages can’t be fetched right now.', 'Try again in a minute.'],
  captcha_required: ['The captcha isn’t solved.', 'Solve it, and send its response as captcha_token.'],
  captcha_failed: ['The captcha is wrong, expired or already used.', 'Solve it again.'],
  captcha_unreachable: ['The captcha can’t be checked right now.', 'Try again in a minute.'],
} as const satisfies Record<string, Sentence>;

/** A bundle that uses no code drops the table: a spread would keep it. */
export const REFUSALS = /* @__PURE__ */ Object.assign({}, EVERYWHERE, AT_THE_EDGE, OWN);
export type RefusalCode = keyof typeof REFUSALS;
