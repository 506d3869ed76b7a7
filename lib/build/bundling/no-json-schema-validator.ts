/**
 * Takes the place of the validator that the MCP SDK loads for what clients answer to a server's questions: ours asks
 * none, and its own arguments are parsed with zod. It is a third of the SDK's weight.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server asks its clients nothing.');
  }
}

export { default as process } from 'node:process';
