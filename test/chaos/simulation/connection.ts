import type { Process } from "./process.js";
import type { World } from "./world.js";

/**
 * Runs one statement: it travels, commits at one instant, and its answer travels back. Each part can fail.
 * @param heldUntilMs when another transaction lets go of what it waits for; asked when it arrives, and after each wait
 */
export type Query = <Result>(name: string, statement: () => Result, heldUntilMs?: () => number) => Promise<Result>;

export function openConnection(world: World, process: Process): Query {
  const { random, scheduler } = world;
  const travelMs = () => (world.fault("databaseSlow") ? random.between(50, 1_500) : random.between(1, 12));

  return <Result>(name: string, statement: () => Result, heldUntilMs = () => 0) =>
    new Promise<Result>((resolve, reject) => {
      const life = process.life();
      const arrive = (): void => {
        // A statement that a process sent before it died may still arrive.
        if (!(process.isAlive() && process.life() === life) && random.chance(0.5)) return;
        const away = (moment: string) => () => {
          world.tell(process.name, `${name} failed ${moment}`);
          reject(new Error(`the database went away ${moment}`));
        };
        const isTripped = world.outages.has("database");
        const failure = !isTripped && world.fault("databaseFails") ? random.pick(["before", "after"]) : undefined;
        if (isTripped || failure === "before") {
          process.later(travelMs(), away("before"));
          return;
        }
        const waitMs = heldUntilMs() - scheduler.nowMs();
        if (waitMs > 0) {
          scheduler.after(waitMs, arrive);
          return;
        }
        try {
          const result = statement();
          process.later(travelMs(), failure === "after" ? away("after its commit") : () => resolve(result));
        } catch (error) {
          world.tell(process.name, `${name}: ${error}`);
          process.later(travelMs(), () => reject(error));
        }
      };
      scheduler.after(travelMs(), arrive);
    });
}
