import shared from './jest.config.js';
export default { ...shared, globalTeardown: '/tmp/rec-teardown.mjs' };
