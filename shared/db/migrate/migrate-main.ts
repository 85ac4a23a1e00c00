import { z } from "zod";
import { commonConfig, loadConfig } from "../../config.js";
import { migrate } from "./migrate.js";

const config = loadConfig(z.object({ DATABASE_URL: commonConfig.shape.DATABASE_URL }));
const applied = await migrate(config.DATABASE_URL);
console.log(applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`);
