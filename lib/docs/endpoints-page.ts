import { endpoints } from './endpoints.ts';
import { callersText, roleText } from './statuses.ts';

/** docs/ENDPOINTS.md: where each route lives and who may call it. */
export const endpointsPage = (): string => {
  const rows = endpoints.map((one) => {
    const { id, area, row, file } = one;
    const beyond = row.beyond_spec ? ' ¹' : '';
    return `| ${row.method} | \`${row.path}\`${beyond} | ${roleText(one)} | ${callersText(one)} | ${area} | [\`${id}\`](../${file}) |`;
  });
  return `# Endpoints

Written by \`npm run docs\` from the contracts in \`functions/*/contract.ts\`; edit those. Shapes and errors are in
\`/openapi.json\`.

| method | path | least role | by | area | operation |
|---|---|---|---|---|---|
${rows.join('\n')}

¹ beyond the specification
`;
};
