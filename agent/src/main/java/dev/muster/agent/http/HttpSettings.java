package dev.muster.agent.http;

/**
 * What the JDK's server reads from system properties, once, when its first class is loaded: it has
 * no other way. What the command line sets stays.
 */
final class HttpSettings {

  private HttpSettings() {}

  static void apply() {
    set("sun.net.httpserver.nodelay", "true");
    // Kept-alive connections are what makes a fleet cheap to ask.
    set("sun.net.httpserver.maxIdleConnections", "1000");
    set("sun.net.httpserver.idleInterval", "300");
    set("jdk.httpserver.maxConnections", "2000");
    // Without the first, half a request is waited for for ever; the second is above any wait.
    set("sun.net.httpserver.maxReqTime", "10");
    set("sun.net.httpserver.maxRspTime", "180");
  }

  private static void set(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
