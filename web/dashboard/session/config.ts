/** lib/stack/dashboard-headers.ts writes the same shape. */
export interface Config {
  issuer: string;
  client_id: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
  providers: readonly { name: string; label: string }[];
  /** Of the stage's own site. */
  loader_id: string | null;
  bucket_origin: string;
}

/** `credentials` and `mode` match the preload in index.html, so that only one request is made. */
export const readConfig = async (): Promise<Config> => {
  const answer = await fetch('/dashboard/config.json', { credentials: 'same-origin', mode: 'cors' });
  if (!answer.ok) throw new Error(`config.json answered ${answer.status}.`);
  return (await answer.json()) as Config;
};
