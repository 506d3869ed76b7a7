/** `/dashboard/config.json`, which is why all stages have the same page. */
export interface DashboardConfig {
  issuer: string;
  client_id: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
  /** Next to passwords. */
  providers: readonly { name: string; label: string }[];
  /** Of the stage's own site, whose widget is on the front page; null without one. */
  loader_id: string | null;
  /** The browser uploads pictures and files to it, so a site's policy must allow it. */
  bucket_origin: string;
}

/** `credentials` and `mode` match the preload in index.html, so that only one request is made. */
export const readConfig = async (): Promise<DashboardConfig> => {
  const answer = await fetch('/dashboard/config.json', { credentials: 'same-origin', mode: 'cors' });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}.`);
  return (await answer.json()) as DashboardConfig;
};
