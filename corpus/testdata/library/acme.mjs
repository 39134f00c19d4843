export const isValid = (token) => new RegExp(process.env.PATTERN).test(token);
