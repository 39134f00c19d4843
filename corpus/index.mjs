import corpus from "./index.cjs";

export const { editions, vectors, digest, check } = corpus;
