package dev.muster.bench.server;

import dev.muster.standalone.acceptance.RealTemporal;
import dev.muster.standalone.acceptance.RealTemporal.Part;
import dev.muster.standalone.acceptance.Services;

/** A process that is killed by -9, and started again. The order is that of the seeds. */
enum Victim {
  TEMPORAL {
    @Override
    void kill(Services services) {
      RealTemporal.shared().kill(Part.SERVER);
    }

    @Override
    void start(Services services) {
      RealTemporal.shared().start(Part.SERVER);
    }
  },
  /** Both at once. */
  MUSTERS_DATABASE_AND_A_WORKER {
    @Override
    void kill(Services services) {
      RealTemporal.shared().kill(Part.MUSTER_POSTGRES);
      services.killWorker(0);
    }

    @Override
    void start(Services services) {
      RealTemporal.shared().start(Part.MUSTER_POSTGRES);
      services.startWorker(0);
    }
  },
  FIRST_WORKER {
    @Override
    void kill(Services services) {
      services.killWorker(0);
    }

    @Override
    void start(Services services) {
      services.startWorker(0);
    }
  },
  MUSTERS_DATABASE {
    @Override
    void kill(Services services) {
      RealTemporal.shared().kill(Part.MUSTER_POSTGRES);
    }

    @Override
    void start(Services services) {
      RealTemporal.shared().start(Part.MUSTER_POSTGRES);
    }
  },
  TEMPORALS_DATABASE {
    @Override
    void kill(Services services) {
      RealTemporal.shared().kill(Part.POSTGRES);
    }

    @Override
    void start(Services services) {
      RealTemporal.shared().start(Part.POSTGRES);
    }
  },
  SECOND_WORKER {
    @Override
    void kill(Services services) {
      services.killWorker(1);
    }

    @Override
    void start(Services services) {
      services.startWorker(1);
    }
  },
  API {
    @Override
    void kill(Services services) {
      services.killApi();
    }

    @Override
    void start(Services services) {
      services.startApi();
    }
  };

  abstract void kill(Services services);

  /** Returns when it is healthy again. */
  abstract void start(Services services);

  static Victim of(int seed) {
    return values()[seed % values().length];
  }
}
