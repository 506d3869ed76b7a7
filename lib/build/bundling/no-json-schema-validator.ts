/** The MCP SDK validates elicitation answers, which our server never asks for, with a third of its size. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server sends no elicitations.');
  }
}

export { default as process } from 'node:process';
